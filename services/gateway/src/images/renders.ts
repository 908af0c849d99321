import {
  AppError,
  failureLifeMs,
  renderJobId,
  renderJobLives,
  renderJobPolicy,
  renderKeys,
  renderQueueOf,
  renderQueues,
  type Recipe,
  type RenderedImage,
  type RenderFailure,
  type RenderJob,
  type RenderOutcome,
  type RenderQueueName,
  type RenderRecord,
  type RenderTimes,
} from "@placard/contracts";
import { getTraceCarrier, type Logger } from "@placard/runtime";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { createFlights, type Flight, type Landed } from "./flights.ts";
import type { QueueGauge } from "./queue-gauge.ts";
import type { RenderRecords } from "./render-records.ts";

interface Deps {
  records: RenderRecords;
  /** Its own connection: one that subscribes can do nothing else. */
  subscriber: Redis;
  queues: Readonly<Record<RenderQueueName, Pick<Queue<RenderJob>, "add" | "addBulk" | "getJobState">>>;
  gauge: QueueGauge;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  newTicket: () => string;
  /** Longest wait of a request. */
  timeoutMs: number;
}

/** What a request wants drawn. */
export interface ImageOrder {
  /** Image id. */
  id: string;
  recipe: Recipe;
  requestId: string;
  /** See RenderJob. */
  rememberSeconds?: number;
  /** Whether it is one of many asked for at once, which are not to fill the queue. */
  bulk?: boolean;
}

/** An image that is there, and how it was had. */
export interface ImageAnswer {
  image: RenderedImage;
  /** `hit`: it was known; `joined`: drawn for another request, and waited for; `miss`: this request's job drew it. */
  cache: "hit" | "joined" | "miss";
  /** Of a `miss`, where they have been told. */
  times?: RenderTimes | undefined;
}

/** What has become of an image that was asked for: it waits, is being drawn, is there, or could not be drawn. */
export type ImageProgress = "queued" | "drawing" | RenderedImage | RenderFailure;

/** How long a job that nobody waits for may still be drawn, in ms. */
const unattendedPatienceMs = failureLifeMs;

/** How often flights are looked over for announcements that were missed, in ms. */
const lookOverEveryMs = 250;

/**
 * Asks for images and awaits them. However many requests, gateways and renderers there are, an image is drawn once: all
 * enqueue under the image's own job id, and each process registers its waiter before it enqueues. An announcement can
 * still be missed (Redis restarted, a job lost with it): flights that last are looked up and enqueued again.
 */
export function createRenders({
  records,
  subscriber,
  queues,
  gauge,
  logger,
  now,
  newTicket,
  timeoutMs,
}: Deps) {
  const flights = createFlights(now);
  subscriber.on("message", (_channel, message) => {
    gauge.noteEnded();
    flights.announce(JSON.parse(message) as RenderOutcome);
  });
  const lookOver = setInterval(() => void settleMissed(), lookOverEveryMs);

  /** The image of an order: found, waited for, or drawn. AppError of the render codes, or of Redis being out. */
  async function requestImage(order: ImageOrder): Promise<ImageAnswer> {
    const known = flights.get(order.id);
    if (known) return { image: (await land(known)).image, cache: "joined" };
    const record = await recordOf(order);
    if (record) return { image: record.image, cache: "hit" };
    const joined = flights.get(order.id);
    const flight = joined ?? takeOff(order);
    const { image, ticket, times } = await land(flight);
    if (flight === joined || ticket !== flight.job.ticket) return { image, cache: "joined" };
    return { image, cache: "miss", times };
  }

  /** The record of an order's image; AppError `render_failed` where no renderer has survived to draw it of late. */
  async function recordOf({ id }: ImageOrder): Promise<RenderRecord | undefined> {
    const end = await records.findEnd(id);
    if (end === "crashed") throw new AppError("render_failed");
    return typeof end === "object" ? end : undefined;
  }

  /** The image of an order where it is known; else sees to it that it will be drawn, and waits for nothing. */
  async function startImage(order: ImageOrder): Promise<RenderedImage | undefined> {
    if (flights.get(order.id)) return undefined;
    const record = await recordOf(order);
    if (record === undefined) await enqueue(jobOf(order, now() + unattendedPatienceMs), order);
    return record?.image;
  }

  /** What has become of an image that was asked for; undefined where nothing is known of it. */
  async function progressOf(id: string): Promise<ImageProgress | undefined> {
    const record = await records.find(id);
    if (record) return record.image;
    const states = await Promise.all(renderQueues.map((queue) => queues[queue].getJobState(renderJobId(id))));
    if (states.includes("active")) return "drawing";
    if (states.some((state) => ["waiting", "prioritized", "delayed"].includes(state))) return "queued";
    const end = await records.findEnd(id); // after the job: one that has just ended is in neither look before
    return typeof end === "object" ? end.image : end;
  }

  function takeOff(order: ImageOrder): Flight {
    const flight = flights.open(jobOf(order, newDeadline()));
    enqueue(flight.job, order).catch(flight.fail);
    return flight;
  }

  function jobOf({ id, recipe, requestId, rememberSeconds }: ImageOrder, deadline: number): RenderJob {
    return {
      id,
      recipe,
      requestId,
      ticket: newTicket(),
      deadline,
      ...(rememberSeconds !== undefined && { rememberSeconds }),
      ...getTraceCarrier(),
    };
  }

  async function enqueue(job: RenderJob, { bulk }: ImageOrder): Promise<void> {
    const queue = renderQueueOf(job.recipe);
    await gauge.admit(queue, { bulk });
    await queues[queue].add("render", job, jobOptions(job));
  }

  /** Waits for a flight's end, at most as long as a request may. */
  async function land(flight: Flight): Promise<Landed> {
    const deadline = now() + timeoutMs;
    flight.waiting++;
    try {
      const outcome = await before(deadline, flight.ended);
      if (outcome === undefined) return await explainSilence();
      if (typeof outcome === "object") return outcome;
      throw new AppError(outcome === "crashed" ? "render_failed" : outcome);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) flights.close(flight);
    }
  }

  async function before<T>(deadline: number, promise: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, deadline - now(), undefined);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  /** A render that did not end in time: because nobody is there to draw (or Redis is out), or because it takes long. */
  async function explainSilence(): Promise<never> {
    await gauge.checkRenderer();
    throw new AppError("render_timeout");
  }

  async function settleMissed(): Promise<void> {
    const due = flights.due();
    if (due.length === 0) return;
    try {
      const found = await records.findAll(due.map(({ job }) => job.id));
      const missing = due.filter((flight, i) => {
        const record = found[i];
        if (record) flight.end(record);
        // Twice: a job that has just failed is gone from the queue a moment before that is announced.
        const { missed } = flight;
        flight.missed = true;
        return record === undefined && missed;
      });
      await Promise.all(renderQueues.map((queue) => enqueueAgain(queue, missing)));
    } catch (error) {
      logger.warn({ err: error, flights: due.length }, "waiting images not looked over");
    }
  }

  async function enqueueAgain(queue: RenderQueueName, missing: readonly Flight[]): Promise<void> {
    const own = missing.filter(({ job }) => renderQueueOf(job.recipe) === queue);
    await queues[queue].addBulk(
      own.map(({ job }) => ({
        name: "render",
        data: { ...job, deadline: newDeadline() },
        opts: jobOptions(job),
      })),
    );
  }

  function jobOptions({ id }: RenderJob) {
    return { ...renderJobPolicy, jobId: renderJobId(id), timestamp: now() };
  }

  function newDeadline(): number {
    return now() + renderJobLives * timeoutMs;
  }

  return {
    requestImage,
    startImage,
    progressOf,
    /** Begins to listen to the renderers; where Redis is out of reach, as soon as it is back. */
    listen(): void {
      subscriber
        .subscribe(renderKeys.outcomes)
        .catch((error: unknown) => logger.warn({ err: error }, "not listening"));
    },
    close(): void {
      clearInterval(lookOver);
    },
  };
}
export type Renders = ReturnType<typeof createRenders>;
