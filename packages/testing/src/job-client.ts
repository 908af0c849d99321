import request, { type Response, type Test } from "supertest";
import { poll } from "./poll.ts";

/** The requests of a client that uses asynchronous jobs. */
export interface JobClient {
  /** Sends a generate request for a blog card with a title, and perhaps a `Prefer` header. */
  generate: (title: string, prefer?: string, options?: object) => Test;
  /** Gets a job: of the client's gateway with the client's key, unless others are given. */
  getJob: (id: string, url?: string, key?: string) => Test;
  /** Waits until a job is done or has failed, and returns the last response. */
  waitForEnd: (id: string) => Promise<Response>;
}

/** Creates a client of one gateway. Call it when the gateway is running. */
export function createJobClient({ url: gatewayUrl, key: ownKey }: { url: string; key: string }): JobClient {
  const getJob: JobClient["getJob"] = (id, url = gatewayUrl, key = ownKey) =>
    request(url).get(`/api/v1/og/jobs/${id}`).set("Authorization", `Bearer ${key}`);

  return {
    generate(title, prefer, options = { format: "jpeg" }) {
      const call = request(gatewayUrl).post("/api/v1/og/generate").set("Authorization", `Bearer ${ownKey}`);
      if (prefer !== undefined) call.set("Prefer", prefer);
      return call.send({ template: "blog", data: { title }, options });
    },
    getJob,
    waitForEnd: (id) =>
      poll("the job to end", async () => {
        const response = await getJob(id);
        return ["done", "failed"].includes(response.body.data.status) && response;
      }),
  };
}
