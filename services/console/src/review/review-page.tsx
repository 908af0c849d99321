import type { ReviewPicture } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { Checkbox, TextField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import { Loaded, LoadFailure, useLoaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { Comments } from "./comments.tsx";

/** What the link of a review shows, also to people without an account: the pictures, and the comments. */
export function ReviewPage({ token }: { token: string }) {
  const { client, messages } = useConsole();
  const isLarge = useSignal(false);
  const review = useLoaded("the review", async (signal) => (await client.getReview(token, { signal })).data);
  useEffect(() => {
    document.title = "Review · Placard";
  }, []);

  async function comment(values: FormValues) {
    const { name, text = "" } = values.texts;
    const { data } = await client.createReviewComment(token, { name, text });
    const shown = review.data.value;
    if (shown) review.set({ ...shown, comments: [data, ...shown.comments] });
    values.reset();
    messages.show("Your comment was sent.");
  }

  return (
    <Page title={review.data.value?.name ?? "Review"}>
      <Loaded from={review}>
        {({ createdAt, expiresAt, samples, sizes, comments }) => (
          <>
            <p class="hint">
              Sent for review <Time at={createdAt} />. This link expires <Time at={expiresAt} />.
            </p>
            <Checkbox onChange={() => (isLarge.value = !isLarge.value)}>Large pictures</Checkbox>
            {samples.map((sample, index) => (
              <section key={index} class={`review-sample ${isLarge.value ? "large" : ""}`}>
                <h2>{sample}</h2>
                <div class="review-pictures">
                  {sizes.map(({ name, width, height }, size) => (
                    <Picture
                      key={size}
                      caption={`${name}, ${width}\u00a0×\u00a0${height}`}
                      sample={sample}
                      ratio={`${width} / ${height}`}
                      load={async () => (await client.getReviewPicture(token, { size, sample: index })).data}
                    />
                  ))}
                </div>
              </section>
            ))}
            <Card title="Comments">
              <Form onSubmit={comment}>
                <TextField label="Comment" name="text" rows={4} maxLength={2000} required />
                <TextField label="Your name (optional)" name="name" autocomplete="name" maxLength={100} />
                <button type="submit">Send comment</button>
              </Form>
              <Comments comments={comments} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A picture that is rendered when it is scrolled into view. */
function Picture({
  caption,
  sample,
  ratio,
  load,
}: {
  caption: string;
  sample: string;
  /** Width / height. */
  ratio: string;
  load: () => Promise<ReviewPicture>;
}) {
  const figure = useRef<HTMLElement>(null);
  const picture = useLoaded("the picture", load, figure);
  const { data, error } = picture;
  return (
    <figure ref={figure}>
      {error.value !== undefined ? (
        <LoadFailure {...picture} error={error.value} />
      ) : data.value ? (
        <img src={dataUrlOf(data.value)} alt={`${sample}: ${caption}`} />
      ) : (
        <p style={{ aspectRatio: ratio }}>Rendering…</p>
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
