import { z } from 'zod'
import { LabPlan } from '../../../shared/lab/plan'
import { MAX_SESSIONS } from '../../../shared/lab/limits'
import { NumberChange } from '../../../shared/lab/solution'
import { ENGINE } from '../../story/creation/create'
import { VERSION } from '../../place'
import { MEASURES } from '../runs'
import { PREFIX, type QueueLink } from './link'

/** Raise this when owners and workers talk otherwise. */
const PROTOCOL = 2

/** For everything of BullMQ: the link has looked at the server. */
export const BASE = { prefix: PREFIX, skipVersionCheck: true }
/** The runs that are being played, by when they began. */
const RUNS = `${PREFIX}:runs`
const announcementKey = (token: string): string => `${PREFIX}:${token}:announcement`
const workersKey = (token: string): string => `${PREFIX}:${token}:workers`

/** How often an owner and its workers tell that they are there, and how long an announcement counts without that, in ms. */
export const HEARTBEAT_MS = 1000
export const ANNOUNCED_MS = 30_000
/** How long a worker that stopped telling counts as there, in ms. */
export const WORKER_MS = 6000
/** How long a job belongs to a worker that says nothing, how often a worker says that it plays it, and how often that is looked at, in ms. */
export const JOB_OPTIONS = { lockDuration: 5000, lockRenewTime: 1000, stalledInterval: 1000 }

/** A run's name in Redis; a run that goes on gets another one. */
const Token = z.string().regex(/^[0-9a-f]{32}$/)

const Versions = z.object({ protocol: z.int(), engine: z.int(), measures: z.int(), version: z.string().max(40) })
type Versions = z.infer<typeof Versions>

/** What an owner announces to workers: what is to be played, from where its commit is fetched, and the hash of its rules. */
const QueuedRun = Versions.extend({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  source: z.string().max(2000),
  rules: z.string().max(100),
  plan: LabPlan,
  /** A number that has another value than at the commit. */
  change: NumberChange.optional()
})
export type QueuedRun = Omit<z.infer<typeof QueuedRun>, keyof Versions>

const OWN: Versions = { protocol: PROTOCOL, engine: ENGINE, measures: MEASURES, version: VERSION }

/** What a worker tells an owner: its name, the threads that play, a number that grows, and why it doesn't play the run, if it doesn't. */
export const WorkerNews = z.strictObject({
  name: z.string().max(120),
  threads: z.int().min(0).max(1024),
  beat: z.int(),
  refuses: z.string().max(600).optional()
})
export type WorkerNews = z.infer<typeof WorkerNews>

/** A job: one session. */
export const Job = z.strictObject({ session: z.int().min(0).max(MAX_SESSIONS) })
export type Job = z.infer<typeof Job>

/** Announces a run, or tells that it still is. Returns what its workers told, by their ids, and whether the announcement had been lost. */
export async function announce(
  { redis }: QueueLink,
  token: string,
  run: QueuedRun,
  begun: number
): Promise<{ workers: Map<string, WorkerNews>; wasLost: boolean }> {
  const answers = await redis
    .multi()
    .exists(announcementKey(token))
    .set(announcementKey(token), JSON.stringify({ ...OWN, ...run }), 'PX', ANNOUNCED_MS)
    .zadd(RUNS, begun, token)
    .hgetall(workersKey(token))
    .exec()
  const [existed, told] = [answers?.[0]?.[1], answers?.[3]?.[1]]
  const workers = Object.entries((told ?? {}) as Record<string, string>).flatMap(([id, text]) => {
    const news = parsed(WorkerNews, text)
    return news ? [[id, news] as const] : []
  })
  return { workers: new Map(workers), wasLost: existed === 0 }
}

/** Runs that are announced, the oldest first, each with what it is or why it can't be played here; and those whose owners are gone. */
export async function announcedRuns({ redis }: QueueLink): Promise<{ runs: Map<string, QueuedRun | string>; left: string[] }> {
  const tokens = (await redis.zrange(RUNS, '0', '-1')).filter((token) => Token.safeParse(token).success)
  const texts = tokens.length === 0 ? [] : await redis.mget(tokens.map(announcementKey))
  const runs = new Map<string, QueuedRun | string>()
  const left: string[] = []
  for (const [at, token] of tokens.entries()) {
    const text = texts[at]
    if (text === null || text === undefined) left.push(token)
    else runs.set(token, readRun(text))
  }
  return { runs, left }
}

function readRun(text: string): QueuedRun | string {
  const its = parsed(Versions, text)
  if (!its) return 'The announcement of the run can’t be read. Begin the run again.'
  if (its.protocol !== PROTOCOL || its.engine !== ENGINE || its.measures !== MEASURES)
    return `It is another version of Proscenium (${versionWords(OWN)}; the run needs ${versionWords(its)}). Update the older one.`
  return parsed(QueuedRun, text) ?? 'The plan of the run can’t be read. Begin the run again.'
}

const versionWords = ({ version, engine, measures }: Versions): string => `${version}, engine ${engine}, measures ${measures}`

export const isAnnounced = async ({ redis }: QueueLink, token: string): Promise<boolean> => (await redis.exists(announcementKey(token))) === 1

/** Tells the owner of a run about a worker. */
export async function tellOwner({ redis }: QueueLink, token: string, worker: string, news: WorkerNews | undefined): Promise<void> {
  const key = workersKey(token)
  const change = redis.multi()
  if (news) change.hset(key, worker, JSON.stringify(news)).pexpire(key, ANNOUNCED_MS)
  else change.hdel(key, worker)
  await change.exec()
}

/** Removes all that Redis has of a run. */
export async function removeRun({ redis }: QueueLink, token: string): Promise<void> {
  const { Queue } = await import('bullmq')
  await redis.multi().zrem(RUNS, token).del(announcementKey(token), workersKey(token)).exec()
  const queue = new Queue(token, { ...BASE, connection: redis, skipMetasUpdate: true })
  queue.on('error', () => undefined)
  await queue.obliterate({ force: true })
  await queue.close()
}

/** A text as JSON of a schema; undefined if it is none. */
function parsed<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
