import { z } from 'zod'
import type { KeptFile } from '../../campaign/chronicle/chronicle'

/** A question of a batch: its id there, who is asked about what, and the key under which the vote on each of its criteria is recorded. */
const BatchedQuestion = z.object({
  id: z.string(),
  model: z.string(),
  about: z.string(),
  votes: z.array(z.object({ criterion: z.string(), key: z.string() }))
})
export type BatchedQuestion = z.infer<typeof BatchedQuestion>

/** A batch that was sent and whose answers aren't all recorded. `host`: the server that has it. `read`: the questions whose answers are. */
const SentBatch = z.object({ batch: z.string(), host: z.string(), questions: z.array(BatchedQuestion), read: z.array(z.string()) })
export type SentBatch = z.infer<typeof SentBatch>

const Kept = z.object({ batches: z.array(z.unknown()) })

/** The batches of questions to judges that were sent and not read yet. Stored beside the history, so that they are picked up after a crash. */
export class RunBatches {
  #batches: SentBatch[] | undefined

  constructor(private readonly file?: KeptFile) {}

  get all(): readonly SentBatch[] {
    return (this.#batches ??= this.#read())
  }

  /** The keys of the votes that these batches will bring. */
  keys(): Set<string> {
    return new Set(
      this.all.flatMap(({ questions, read }) => questions.flatMap(({ id, votes }) => (read.includes(id) ? [] : votes.map(({ key }) => key))))
    )
  }

  put(one: SentBatch): void {
    this.#write([...this.all.filter(({ batch }) => batch !== one.batch), one])
  }

  remove(id: string): void {
    this.#write(this.all.filter(({ batch }) => batch !== id))
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
