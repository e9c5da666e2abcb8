import { Problem } from '../../../shared/base/problem'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { copyCharacter, putCharacter, putPortrait } from './characters'
import { EditedWorld } from './edited-world'
import { editSummary, type EditSummaryPart } from './edit-summary'
import type { OldFiles } from './file-drafts'
import { copyEvent, moveEvent, putEvent } from './events'
import { copyItem, putItem } from './items'
import { putPicture } from './pictures'
import { putActor, putJourney, putPlace, putRegion, putSpots, type StepResult } from './put'
import { putBelief, putFact, putNarrative, putStory, removeBelief, removeNarrative, removeStory } from './put-story'
import type { Newcomer } from './newcomer'
import { removeFromWorld } from './remove'
import { removeCharacter } from './remove-character'
import { removeEvent } from './remove-event'
import { changeId } from './rename'
import { copyTable, putTable } from './tables'

/**
 * The result of an edit: files by path (null: removed), the ids that it created, and a summary in one line. For the links that have to follow: files
 * that were moved or have another heading, renamed places, regions and characters (old name, new name), and the current names of everything.
 */
export interface Edited {
  files: Map<string, Buffer | null>
  created: string[]
  summary: string
  moves: [string, string][]
  retitled: [string, string][]
  names: string[]
}

/**
 * The files that an edit of the world changes, with only the lines that it changes. A pure function of the state and prose before and of the game's
 * default sheet. Throws Problem
 * `not-found`, `bad-input`, or `refused`, which includes an edit that changes nothing.
 */
export function editFiles(
  { state, lore, newcomer }: { state: GameState; lore: Lore; newcomer: Newcomer },
  old: OldFiles,
  edits: readonly WorldEdit[]
): Edited {
  const world = new EditedWorld(state, lore, old, newcomer)
  const created: string[] = []
  const parts: EditSummaryPart[] = []
  const retitled: [string, string][] = []
  for (const edit of edits) {
    const before = nameOf(world, edit)
    const applied = apply(world, edit)
    const after = nameOf(world, edit)
    if (before !== undefined && after !== undefined && before !== after) retitled.push([before, after])
    if (applied.created !== undefined) created.push(applied.created)
    parts.push(...applied.parts)
  }
  const files = world.drafts.changed()
  if (files.size === 0) throw new Problem('refused', 'The world already has these values, so there is nothing to save.')
  const places = [...world.places].flatMap(([id, { name }]) => [id, name])
  const people = [...world.cast].flatMap(([id, { name }]) => [id, name])
  const names = [...places, ...[...world.regions].flat(), ...people]
  return { files, created, summary: editSummary(parts), moves: [...world.drafts.moves, ...world.retitledFiles], retitled, names }
}

function nameOf({ places, regions, cast, story }: EditedWorld, edit: WorldEdit): string | undefined {
  if (edit.op === 'put-character') return cast.get(edit.id ?? '')?.name
  if (edit.op === 'put-event') return story.get(edit.id ?? '')?.title
  if (edit.op === 'put-place') return places.get(edit.id ?? '')?.name
  return edit.op === 'put-region' ? regions.get(edit.id ?? '') : undefined
}

const STEPS: { [Op in WorldEdit['op']]: (world: EditedWorld, edit: Extract<WorldEdit, { op: Op }>) => StepResult } = {
  'put-region': putRegion,
  'put-place': putPlace,
  'put-journey': putJourney,
  spots: putSpots,
  'put-actor': putActor,
  'put-character': putCharacter,
  'put-portrait': putPortrait,
  'put-picture': putPicture,
  'copy-character': copyCharacter,
  'remove-character': removeCharacter,
  'put-event': putEvent,
  'copy-event': copyEvent,
  'move-event': moveEvent,
  'remove-event': removeEvent,
  'put-item': putItem,
  'copy-item': copyItem,
  'put-table': putTable,
  'copy-table': copyTable,
  'put-story': putStory,
  'remove-story': removeStory,
  'put-fact': putFact,
  'put-belief': putBelief,
  'remove-belief': removeBelief,
  'put-narrative': putNarrative,
  'remove-narrative': removeNarrative,
  remove: removeFromWorld,
  rename: changeId
}
const apply = (world: EditedWorld, edit: WorldEdit): StepResult =>
  (STEPS[edit.op] as (world: EditedWorld, edit: WorldEdit) => StepResult)(world, edit)
