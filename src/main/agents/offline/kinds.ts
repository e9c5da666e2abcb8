import type { SeenActor, View } from '../../../shared/table/agents'
import type { ActionKind, Care, ItemGuide } from '../../../shared/story/guide'
import { own } from '../../../shared/base/json'
import type { LogEntry } from '../../../shared/story/play'

/** The kind of an action of the game; `other` for anything else. */
export const kindOf = (view: View, action: string): ActionKind => own(view.guide.actions, action)?.kind ?? 'other'
/** The strength of an action compared with others of its kind; 1 is normal. */
export const powerOf = (view: View, action: string): number => own(view.guide.actions, action)?.power ?? 1
/** Returns whether a text is the name of one of the game's actions. */
export const isAction = (view: View, name: string): boolean => Object.hasOwn(view.guide.actions, name)

const NO_ITEM: ItemGuide = { name: '', purpose: 'other', worth: 1, weapon: false, heals: 0, cures: [], slots: 1, tags: {} }
/** The purpose, worth and other properties of an item of the game. */
export const itemOf = (view: View, id: string): ItemGuide => own(view.guide.items, id) ?? NO_ITEM

/** Log entries with the kind of their action in a game. */
const known = new WeakMap<LogEntry, { actions: View['guide']['actions']; entry: LogEntry }>()

function withKind(view: View, entry: LogEntry): LogEntry {
  if (entry.action === undefined) return entry
  const { actions } = view.guide
  const before = known.get(entry)
  if (before?.actions === actions) return before.entry
  const now = { ...entry, actionKind: kindOf(view, entry.action) }
  known.set(entry, { actions, entry: now })
  return now
}

/** Adds the kind of its action to each log entry of a view. */
export const withKinds = (view: View): View => ({ ...view, log: view.log.map((entry) => withKind(view, entry)) })
/** The kind of the action that an entry records, in a view of `withKinds`. */
export const kindIn = (entry: LogEntry): ActionKind =>
  entry.kind === 'system' && entry.action !== undefined ? (entry['actionKind'] as ActionKind) : 'other'
/** Returns whether an entry records an action of this kind, in a view of `withKinds`. */
export const entryIs = (kind: ActionKind, entry: LogEntry): boolean =>
  entry.kind === 'system' && entry.action !== undefined && entry['actionKind'] === kind

/** Returns whether an actor has a condition for which one of these kinds of care helps. */
export const needs = (view: View, actor: SeenActor, ...care: readonly Care[]): boolean =>
  Object.keys(actor.conditions).some((id) => own(view.guide.conditions, id)?.care.some((one) => care.includes(one)))
