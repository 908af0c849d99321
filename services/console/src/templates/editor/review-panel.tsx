import type { Review } from "@placard/client";
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { formatCount } from "../../components/counts.ts";
import { Item } from "../../components/list.tsx";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { SecretPanel } from "../../components/secret-panel.tsx";
import { Time } from "../../components/time.tsx";
import { useConfirmed } from "../../components/use-confirmed.tsx";
import { Comments } from "../../review/comments.tsx";

/** What a link shares, and for how long. */
export function ReviewTerms() {
  return (
    <p>
      Whoever has the link sees the draft as it is when you create the link: as link, square and story, with
      all samples and the data on the card. They need no account, and can write comments, which are in the tab{" "}
      <b>Reviews</b>. The link expires after 14 days, or when you revoke it there.
    </p>
  );
}

/** The links on which the template is reviewed, with the comments. */
export function ReviewPanel({
  template,
  link,
}: {
  template: string;
  /** The link that was created last. The server does not show it again. */
  link: Signal<string | undefined>;
}) {
  const { api } = useAccount();
  const reviews = useLoaded("the reviews", async (signal) => {
    const { data } = await api.listReviews({ signal });
    return data.reviews.filter((review) => review.template === template);
  });
  useEffect(() => {
    if (link.value !== undefined && reviews.data.value) void reviews.load();
  }, [link.value]);
  useEffect(() => {
    // The reviewer may have commented meanwhile.
    const load = () => void reviews.load();
    addEventListener("focus", load);
    return () => removeEventListener("focus", load);
  }, []);
  const confirmed = useConfirmed(reviews);

  const revoke = (review: Review) =>
    confirmed({
      title: "Revoke the link?",
      content: "Nobody can open it any more, and its comments are deleted.",
      action: "Revoke link",
      async run() {
        await api.deleteReview(review.id);
        link.value = undefined;
      },
      message: "The link was revoked.",
    });

  return (
    <div class="review-panel">
      {link.value !== undefined && (
        <SecretPanel title="Review link created." values={[{ label: "link", value: link.value }]} />
      )}
      <ReviewTerms />
      <Loaded from={reviews}>
        {(list) => (
          <ul class="items" aria-label="Reviews">
            {list.map((review) => (
              <Item
                key={review.id}
                title={formatCount(review.comments.length, "comment")}
                facts={[
                  <Time event="sent" at={review.createdAt} />,
                  <Time event="expires" at={review.expiresAt} />,
                ]}
                actions={[{ label: "Revoke", name: "Revoke the link", run: () => revoke(review) }]}
              >
                {review.comments.length > 0 && <Comments comments={review.comments} />}
              </Item>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}
