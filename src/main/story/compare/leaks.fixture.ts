import type { GameState } from '../../../shared/story/state'
import type { StoryReader } from '../reader'
import type { GameLists } from './sides'

/** Ids with a different display name, which no sentence may contain. Ordinary words like `inn` are left out. */
function idsWithNames(state: GameState, game: GameLists | undefined): string[] {
  const named = [state.actors, state.places, state.regions, game?.equipment ?? {}, game?.conditions ?? {}].flatMap((map) =>
    Object.entries(map).flatMap(([id, { name }]) => (name === id ? [] : [id]))
  )
  return [...named, ...Object.keys(state.journeys)].filter((id) => /[a-z][-_A-Z]/.test(id))
}

/** Matches serialised data in a sentence. */
export function leaksIn(words: string, ids: readonly string[]): string[] {
  const raw = [/[{}[\]"]/, /(?<![\w-])(?:null|undefined)(?=$|,| →)/, /\w_\w/, /(?:^|\s)\/\w/, /\btags\b/, /\[object/]
    .filter((one) => one.test(words))
    .map(String)
  const [id] = oneOf(ids)?.exec(words) ?? []
  return id === undefined ? raw : [...raw, id]
}

/** Matches one of the ids as a whole word; cached by the ids. */
function oneOf(ids: readonly string[]): RegExp | undefined {
  if (ids.length === 0) return undefined
  const either = ids.join('|')
  let pattern = patterns.get(either)
  if (!pattern) patterns.set(either, (pattern = new RegExp(`(?<![\\w-])(?:${either})(?![\\w-])`)))
  return pattern
}
const patterns = new Map<string, RegExp>()

/** The changes of every beat up to the head, oldest first: the number of lines, the beats without any, and the data that leaks into them. */
export async function changesOf(campaign: StoryReader): Promise<{ lines: number; silent: string[]; leaks: string[] }> {
  const commits: string[] = []
  for (let id: string | undefined = campaign.history.head().commit; id !== undefined; id = campaign.history.commit(id).parents[0]) commits.unshift(id)
  const leaks = new Set<string>()
  const silent: string[] = []
  let lines = 0
  for (const id of commits.slice(1)) {
    const { changes } = await campaign.past.beat(id)
    const { state, tree } = campaign.past.hydratedAt(id)
    const ids = idsWithNames(state, await campaign.past.listsAt(tree))
    if (changes.length === 0) silent.push(id)
    for (const { words } of changes) {
      lines++
      for (const leak of leaksIn(words.replace(/^Fact \S+/, 'Fact'), ids)) leaks.add(`${leak} in: ${words}`)
    }
  }
  return { lines, silent, leaks: [...leaks] }
}
