import { z } from 'zod'
import type { Verified } from '../../../shared/analysis/reports'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Chronicle, KeptFile } from '../../campaign/chronicle/chronicle'
import type { Commit } from '../../campaign/history'
import { ENGINE } from '../creation/create'

/** A verified commit: the number of beats before it on its line, and the mismatches up to it, oldest first. */
interface Verification {
  depth: number
  wrong: Verified['wrong']
}

const WrongBeat = z.object({ beat: z.string(), n: z.number().int(), message: z.string() })
const Tip = z.object({ commit: z.string(), wrong: z.array(WrongBeat) })
const Stored = z.object({ engine: z.literal(ENGINE), tips: z.array(Tip) })
const MAX_TIPS = 40

/** How far each line is verified on this machine, with this engine. Stored beside the history as the last verified commits of lines. */
export class VerifiedLines {
  readonly #known = new Map<string, Verification>()
  #tips: readonly z.infer<typeof Tip>[] | undefined

  constructor(
    private readonly chronicle: Chronicle,
    private readonly file: KeptFile
  ) {}

  /** How far a line is verified: its last verified commit, and newer ids, oldest first. Empty for a line that no branch contains. */
  async of(head: string): Promise<{ last: string | undefined; newer: string[] }> {
    const rows = await this.chronicle.upToDate()
    const since = (end: string): { last: string | undefined; newer: string[] } => {
      const newer: string[] = []
      let row = rows.rowOf(end) ?? -1
      for (; row >= 0 && !this.#known.has(rows.idOf(row)); row = rows.parentOf(row)) newer.push(rows.idOf(row))
      return { last: rows.list[row]?.id, newer: newer.toReversed() }
    }
    if (!this.#tips)
      for (const { commit, wrong } of this.#load()) {
        const byBeat = new Map(wrong.map((one) => [one.beat, one]))
        const { last, newer } = since(commit)
        let at = this.at(last)
        for (const id of newer) this.#known.set(id, (at = following(at, byBeat.get(id))))
      }
    return since(head)
  }

  /** The verification up to a commit; of nothing if it isn't verified. */
  at = (commit: string | undefined): Verification => this.#known.get(commit ?? '') ?? { depth: -1, wrong: [] }

  /** Adds a commit whose parent is verified, with its mismatch if it has one. */
  add(commit: Commit, mismatch?: { message: string }): Verification {
    const { id, n } = parseBeatMessage(commit).beat
    const verification = following(this.at(commit.parents[0]), mismatch && { beat: id, n, message: mismatch.message })
    this.#known.set(id, verification)
    return verification
  }

  /** Stores that a line is verified up to `tip`, beyond its part up to `start`. If the disk fails, it only has to be verified again. */
  keep(tip: string, start: string | undefined): void {
    const others = (this.#tips ?? this.#load()).filter(({ commit }) => commit !== tip && commit !== start)
    this.#tips = [{ commit: tip, wrong: [...this.at(tip).wrong] }, ...others].slice(0, MAX_TIPS)
    this.file.write(Buffer.from(JSON.stringify({ engine: ENGINE, tips: this.#tips })))
  }

  /** Nothing if the file is missing, damaged, from another engine, or not sealed by this machine. */
  #load(): readonly z.infer<typeof Tip>[] {
    try {
      this.#tips = Stored.parse(JSON.parse(this.file.read()?.toString('utf8') ?? '')).tips
    } catch {
      this.#tips = []
    }
    return this.#tips
  }
}

const following = ({ depth, wrong }: Verification, mismatch: Verified['wrong'][number] | undefined): Verification => ({
  depth: depth + 1,
  wrong: mismatch ? [...wrong, mismatch] : wrong
})
