/** Warnings about an image. @param label what screen readers say */
export function Warnings({
  label = "Warnings",
  warnings,
}: {
  label?: string;
  /** With the names of the fields that they are about. */
  warnings: readonly { field?: string; message: string }[];
}) {
  return (
    <ul class="warnings" aria-label={label}>
      {warnings.map(({ field, message }) => (
        <li>
          {field !== undefined && <strong>{field}: </strong>}
          {message}
        </li>
      ))}
    </ul>
  );
}
