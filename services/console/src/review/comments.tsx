import type { ReviewComment } from "@placard/client";
import { EmptyState } from "../components/page.tsx";
import { Time } from "../components/time.tsx";

/** The comments on a review, newest first. Their authors are not known. */
export function Comments({ comments }: { comments: readonly ReviewComment[] }) {
  if (comments.length === 0) return <EmptyState>No comments yet.</EmptyState>;
  return (
    <ul class="review-comments" aria-label="Comments">
      {comments.map(({ name, text, createdAt }) => (
        <li>
          <p>
            <strong dir="auto">{name ?? "Somebody"}</strong>{" "}
            <span class="hint">
              <Time at={createdAt} />
            </span>
          </p>
          <p class="comment-text" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
