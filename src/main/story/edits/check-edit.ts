import { fileAt, isLog, LAYOUT } from '../../../shared/story/layout'
import type { Game } from '../../../shared/story/game'
import { badName } from '../../../shared/story/names'
import { pictureFault } from '../../../shared/story/pictures'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { refuseStoryFaults } from '../../../shared/story/story-faults'
import { nextFile } from '../../campaign/beat-files'
import type { NewFile, Commit, History } from '../../campaign/history'
import { textOfBytes } from '../../campaign/parsed-files'
import type { Hydrator } from '../../campaign/hydrate'
import { FILES } from '../../campaign/layout'
import { loadGame } from '../../rules/load-game'
import { refuseConflicts } from '../arrow/document-faults'
import { overlay, rulesIn } from './overlay'
import { versionFile } from '../creation/create'

/** Files that the table itself writes with an edit. */
export const TABLE_WRITES: readonly string[] = [FILES.next, FILES.version]

/** Whether a file belongs to the table itself. An edit must not change the dice, the turn, or the log. */
export const isTableOwned = (path: string): boolean => [FILES.next, FILES.currentScene, FILES.version].some((file) => file === path) || isLog(path)

/** Throws Problem `refused` for a file that only the table writes, `bad-file` for a path that no file of a campaign can have. */
export function checkPath(path: string): void {
  if (isTableOwned(path))
    throw new Problem('refused', `The table itself writes ${path}, so you can't edit it. Set your changes aside, which restores the file.`, {
      file: path
    })
  const bad = path
    .split('/')
    .map(badName)
    .find((why) => why !== undefined)
  if (bad !== undefined) throw new Problem('bad-file', `${path} can't be saved, because ${bad}. Rename it.`, { file: path })
}

function isText(path: string): boolean {
  const kind = fileAt(path)?.kind
  return kind !== undefined && LAYOUT[kind].format !== 'any'
}

/** Checks that an edit may write these bytes at a path; null removes the file. Throws Problem with the file. */
export function checkEditable(path: string, bytes: Buffer | null): void {
  checkPath(path)
  const kind = fileAt(path)?.kind
  const fault = bytes && (kind === 'portrait' || kind === 'picture') ? pictureFault(kind, path, bytes) : undefined
  if (fault !== undefined) throw new Problem('bad-file', fault, { file: path })
  if (bytes && isText(path)) textOfBytes(bytes, path)
}

/** The starting point of an edit: a commit, its state, and a reader of its files. */
export interface EditBase {
  commit: Commit
  state: GameState
  game: Pick<Game, 'hash'>
  files: Hydrator
}

/**
 * The files that a beat of edits would write, checked; null removes a file. Every edited file must fit its schema, the rules must load, an attached
 * Arrow document's variables must be possible facts, quests, factions, relationships and threads must keep their invariants, and the table's own
 * files must be unchanged. `mayReopen`: a quest may go back to an earlier status, as undo does. Throws Problem with file and line. Writes nothing.
 */
export async function checkEdit(
  history: History,
  before: EditBase,
  updates: ReadonlyMap<string, Buffer | null>,
  mayReopen: { mayReopen?: boolean } = {}
): Promise<{ files: Map<string, NewFile | null>; state: GameState; rules: string }> {
  const files = new Map(updates)
  for (const [path, bytes] of files) checkEditable(path, bytes)
  const next = { ...before.state.next, beat: before.state.next.beat + 1 }
  files.set(FILES.next, Buffer.from(nextFile(next)))
  const { tree } = before.commit
  let rules = before.game.hash
  if ([...updates.keys()].some((path) => path.startsWith('rules/'))) {
    const edited = overlay(history, tree, files)
    const game = await loadGame(rulesIn(edited.objects, edited.root))
    rules = game.hash
    files.set(FILES.version, Buffer.from(versionFile(game.manifest.game, game.manifest.version, rules)))
    game.dispose()
  }
  const checked = overlay(history, tree, files)
  const edited = before.files.over(checked.objects)
  const { state, lore } = edited.at(checked.root)
  const bytesOf = (path: string): Buffer | undefined => {
    const entry = edited.entry(checked.root, path)
    return entry && checked.objects.blob(entry.oid)
  }
  refuseConflicts({ state, lore, bytesOf }, new Set(updates.keys()))
  refuseStoryFaults(before.state, state, mayReopen)
  return { files: new Map([...files].map(([path, bytes]) => [path, bytes && { bytes }])), state, rules }
}
