import { type ProblemData, Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import type { ConsoleLine, Drafts } from '../../../shared/contract/try-calls'
import type { Game } from '../../../shared/story/game'
import type { Lore } from '../../../shared/story/lore'
import type { Commit } from '../../campaign/history'
import type { ObjectReader } from '../../campaign/parsed-files'
import type { Hydrator } from '../../campaign/hydrate'
import { loadGame } from '../../rules/load-game'
import { checkEditable } from '../edits/check-edit'
import { overlay, rulesIn, underRules } from '../edits/overlay'
import type { StoryReader } from '../reader'
import { memoized } from '../../../shared/base/memoized'

/** A commit under some rules with drafts over it, as it would be if they were saved. */
export interface DraftedSnapshot {
  commit: Commit
  /** The tree with the drafts that fit; `objects` reads it. */
  root: string
  objects: ObjectReader
  files: Hydrator
  state: GameState
  lore: Lore
  game: Game
  /** The problems of the drafts that are left out. */
  broken: ProblemData[]
  /** Runs `work` at once and returns its result. Passes each line that the rules write to the console to `hear`. Exceptions pass through. */
  hearing: <T>(hear: (line: ConsoleLine) => void, work: () => T) => T
}

/** A loaded game with edited rules, and the present listener to its console. */
interface Edited {
  game: Game
  ear: { hear?: ((line: ConsoleLine) => void) | undefined }
}

const MAX_GAMES = 3

/** A problem with a file of the game, with the file's path in the campaign. */
export const inCampaign = (problem: ProblemData): ProblemData =>
  typeof problem.data?.['file'] === 'string' ? { ...problem, data: { ...problem.data, file: `rules/${problem.data['file']}` } } : problem

/** Drafts as file updates. */
export const updatesOf = (drafts: Drafts): Map<string, Buffer | null> =>
  new Map(Object.entries(drafts).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]))

/** The workbench of an open campaign. */
export const draftedSnapshots = memoized((campaign: StoryReader) => new DraftedSnapshots(campaign))

/** Applies drafts to commits of a campaign and loads the resulting games. Never writes. */
export class DraftedSnapshots {
  readonly #games = new Map<string, Edited>()

  constructor(private readonly campaign: StoryReader) {}

  /**
   * A commit under the rules of another one, with drafts over both. A draft that doesn't load is left out, so the saved text applies, and its problem
   * is in `broken`. Throws Problem if a commit itself can't be read.
   */
  async at(id: string, drafts: Drafts, rules = id): Promise<DraftedSnapshot> {
    const { history, past } = this.campaign
    const commit = history.commit(id)
    const { objects: below, root: base } =
      rules === id ? { objects: history, root: commit.tree } : underRules(history, commit.tree, history.commit(rules).tree)
    const broken: ProblemData[] = []
    const pending = updatesOf(drafts)
    for (;;) {
      try {
        for (const [path, bytes] of pending) checkEditable(path, bytes)
        const { objects, root } = pending.size === 0 ? { objects: below, root: base } : overlay(below, base, pending)
        const files = past.files.over(objects)
        const { state, lore } = files.at(root)
        const { game, ear } = await this.#gameIn(objects, root)
        const hearing: DraftedSnapshot['hearing'] = (hear, work) => {
          ear.hear = ({ text, file, line }) =>
            hear({ text, ...(file === undefined ? {} : { file: `rules/${file}` }), ...(line === undefined ? {} : { line }) })
          try {
            return work()
          } finally {
            ear.hear = undefined
          }
        }
        return { commit, root, objects, files, state, lore, game, broken, hearing }
      } catch (thrown) {
        if (!(thrown instanceof Problem) || pending.size === 0) throw thrown
        broken.push(thrown.toJSON())
        const file = thrown.data['file']
        // A problem in another file results from the drafts together, so all of them are left out.
        if (typeof file !== 'string' || !pending.delete(file)) pending.clear()
      }
    }
  }

  async #gameIn(objects: ObjectReader, root: string): Promise<Edited> {
    const rules = objects.tree(root).get('rules')?.oid ?? ''
    const edited = this.#games.get(rules) ?? (await load(objects, root))
    this.#games.delete(rules)
    this.#games.set(rules, edited)
    const [oldest] = this.#games.keys()
    // The oldest game is not disposed of, because it may still be in use.
    if (this.#games.size > MAX_GAMES && oldest !== undefined) this.#games.delete(oldest)
    return edited
  }
}

/** Loads the game at a root tree. Throws Problem with the path of the file in the campaign. */
async function load(objects: ObjectReader, root: string): Promise<Edited> {
  const ear: Edited['ear'] = {}
  try {
    return { game: await loadGame(rulesIn(objects, root), ear), ear }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const { code, message, data } = inCampaign(thrown.toJSON())
    throw new Problem(code, message, data)
  }
}
