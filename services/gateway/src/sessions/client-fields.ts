import Type from "typebox";

/** The members that describe the client of a session in responses. */
export const clientFields = {
  userAgent: Type.Union([Type.String(), Type.Null()], {
    description:
      "the first 256 characters of the `User-Agent` of the client that signed in; null if it sent none",
    examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"],
  }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: "the address of the client that signed in; for IPv6, its /64 network",
    examples: ["203.0.113.7"],
  }),
};
