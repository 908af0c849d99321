/** The client of a request that signs in. */
export interface ClientInfo {
  /** The address as rate limits count it: for IPv6, the /64 network. */
  address: string;
  /** The `User-Agent` header field. */
  userAgent: string | undefined;
}

const maxUserAgentLength = 256;

/** The part of a `User-Agent` header field that is stored; undefined without one. */
export function storedUserAgent(userAgent: string | undefined): string | undefined {
  return userAgent?.slice(0, maxUserAgentLength) || undefined;
}
