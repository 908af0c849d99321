/** The smallest and the largest port of a range. */
export type PortRange = readonly [first: number, last: number];

/** The ports of http and https: a request to another one could reach a service that does not speak HTTP. */
export const defaultPorts: readonly PortRange[] = [
  [80, 80],
  [443, 443],
];

/** The port that a request for an http or https URL connects to. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
