import { z } from 'zod'
import type { KeptFile } from '../../campaign/chronicle/chronicle'

/**
 * A question of a batch: its id there, who is asked about what, and the key under which the vote on each of its criteria is recorded. `mayCost`: the most
 * that it may cost in US dollars.
 */
const BatchedQuestion = z.object({
  id: z.string(),
  model: z.string(),
  about: z.string(),
  votes: z.array(z.object({ criterion: z.string(), key: z.string() })),
  mayCost: z.number().default(0)
})
export type BatchedQuestion = z.infer<typeof BatchedQuestion>

/**
 * A batch that was sent and whose answers aren't all recorded. `run`: the run of the lab whose sessions it summarises. `host`: the server that has it. `read`:
 * the questions whose answers are recorded.
 */
const SentBatch = z.object({
  batch: z.string(),
  run: z.string().optional(),
  host: z.string(),
  questions: z.array(BatchedQuestion),
  read: z.array(z.string())
})
export type SentBatch = z.infer<typeof SentBatch>

const Kept = z.object({ batches: z.array(z.unknown()) })

/** The batches of questions to judges and of summaries that were sent and not read yet. Stored beside the history, so that they are picked up after a crash. */
export class RunBatches {
  #batches: SentBatch[] | undefined

  constructor(private readonly file?: KeptFile) {}

  get all(): readonly SentBatch[] {
    return (this.#batches ??= this.#read())
  }

  /** The questions whose answers aren't recorded. `of`: some batches instead of all. */
  unanswered(of: readonly SentBatch[] = this.all): BatchedQuestion[] {
    return of.flatMap(({ questions, read }) => questions.filter(({ id }) => !read.includes(id)))
  }

  /** The keys of the votes that the batches of a run, or of judges, will bring. */
  keys(run?: string): Set<string> {
    return new Set(this.unanswered(this.all.filter((one) => one.run === run)).flatMap(({ votes }) => votes.map(({ key }) => key)))
  }

  /** The most that the answers may cost that aren't recorded, in US dollars. */
  get mayCost(): number {
    return this.unanswered().reduce((sum, one) => sum + one.mayCost, 0)
  }

  put(one: SentBatch): void {
    this.#write([...this.all.filter(({ batch }) => batch !== one.batch), one])
  }

  remove(id: string): void {
    this.#write(this.all.filter(({ batch }) => batch !== id))
  }

  /** Forgets the batches of a run of the lab that is removed. */
  forget(run: string): void {
    if (this.all.some((one) => one.run === run)) this.#write(this.all.filter((one) => one.run !== run))
  }

  #write(batches: SentBatch[]): void {
    this.#batches = batches
    this.file?.write(Buffer.from(JSON.stringify({ batches })))
  }

  #read(): SentBatch[] {
    try {
      const { batches } = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      return batches.flatMap((one) => SentBatch.safeParse(one).data ?? [])
    } catch {
      // Without the record the questions can only be asked again.
      return []
    }
  }
}
