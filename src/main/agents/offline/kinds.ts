import type { SeenActor, View } from '../../../shared/agents'
import type { ActionKind, Care, ItemGuide } from '../../../shared/guide'
import { own } from '../../../shared/json'
import type { LogEntry } from '../../../shared/play'

/** What an action of the game is for; `other` for anything else. */
export const kindOf = (view: View, action: string): ActionKind => own(view.guide.actions, action)?.kind ?? 'other'
/** How strong an action is beside others of its kind; 1 is usual. */
export const powerOf = (view: View, action: string): number => own(view.guide.actions, action)?.power ?? 1
/** Whether a text is the name of one of the game's actions. */
export const isAction = (view: View, name: string): boolean => Object.hasOwn(view.guide.actions, name)

const NO_ITEM: ItemGuide = { name: '', purpose: 'other', worth: 1, weapon: false, heals: 0, cures: [], slots: 1, tags: {} }
/** What an item of the game is for and worth. */
export const itemOf = (view: View, id: string): ItemGuide => own(view.guide.items, id) ?? NO_ITEM

/** The view with the kind of its action at each entry of the log. */
export const withKinds = (view: View): View => ({
  ...view,
  log: view.log.map((entry) => (entry.action === undefined ? entry : { ...entry, actionKind: kindOf(view, entry.action) }))
})
/** The kind of the action that an entry records, in a view `withKinds`. */
export const kindIn = (entry: LogEntry): ActionKind =>
  entry.kind === 'system' && entry.action !== undefined ? (entry['actionKind'] as ActionKind) : 'other'
/** Whether an entry records an action of this kind, in a view `withKinds`. */
export const entryIs = (kind: ActionKind, entry: LogEntry): boolean =>
  entry.kind === 'system' && entry.action !== undefined && entry['actionKind'] === kind

/** Whether somebody has a condition that one of these helps against. */
export const needs = (view: View, actor: SeenActor, ...care: readonly Care[]): boolean =>
  Object.keys(actor.conditions).some((id) => own(view.guide.conditions, id)?.care.some((one) => care.includes(one)))
export const isDead = (view: View, actor: SeenActor): boolean => Object.keys(actor.conditions).some((id) => own(view.guide.conditions, id)?.dead)
