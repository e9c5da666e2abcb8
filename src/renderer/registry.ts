import { useSyncExternalStore, type ComponentType, type ReactElement } from 'react'
import type { Command } from './ui/commands'

/** A view in the middle of the window. A view without a place in the rail covers the others until it is closed (see `coverView` of the session). */
export interface FeatureView {
  id: string
  label: string
  /** Absent while the rest of the feature brings it. */
  body?: ComponentType
  /**
   * Its button in the rail, counted from the top, and the key of its command `view.<id>`. `loadAhead` is called when the pointer or the focus is on
   * the button. With `isShown`, which reads the session, the button is in the
   * rail only while that holds or the view is open.
   */
  rail?: { order: number; icon: ReactElement; shortcut: string; loadAhead?: () => void; isShown?: () => boolean }
  /**
   * The widths of the view and of the side panels beside it, each with its minimum, in percent. Without it the view fills the middle. `own`: only the
   * panels of this view are shown beside it.
   */
  beside?: { view: [size: number, least: number]; side: [size: number, least: number]; own?: true }
  /** The id of the list that answers the keys of the view. It has the focus after the view was opened by its key. */
  list?: string
}

/** A tab of the side panels. */
interface Panel {
  id: string
  label: string
  /** Absent while the rest of the feature brings it. */
  body?: ComponentType
  /** Its place among the tabs, from the left. */
  order: number
  /** The key of its command `side.<id>`; without one the feature has a command of its own for it. */
  shortcut?: string
  /** The only view with this panel; absent if every view has it. */
  only?: string
  /** Rendered in the tab after its label. */
  badge?: ComponentType
  /** Rendered at the end of the tabs while the panel is shown. */
  tool?: ComponentType
}

/** A dialog, open while `dialog` of the session is its id. */
interface Dialog {
  id: string
  body: ComponentType<{ onClose: () => void }>
}

/** Places in the window to which features add elements, in the order of the features. */
export type SlotName =
  | 'start'
  | 'transport'
  | 'title-end'
  | 'banner'
  | 'above-timeline'
  | 'timeline'
  | 'below-timeline'
  | 'status'
  | 'overlay'
  | 'play-map'
  | 'log-foot'

/** Everything that one folder adds to the window. */
export interface Feature {
  /** The folder's name. */
  id: string
  /** Its order among several features' commands with one key, groups, or slots. Smaller is earlier; features without one come last. */
  order?: number
  views?: readonly FeatureView[]
  panels?: readonly Panel[]
  dialogs?: readonly Dialog[]
  commands?: readonly Command[]
  slots?: Partial<Record<SlotName, ComponentType>>
  /** Started when a campaign is shown; each returns a function that removes it. */
  listeners?: readonly (() => () => void)[]
  /** The view that isn't shown before the rest of this feature is there, too. */
  partOf?: string
  /** Loads what the first screen doesn't show: when the window is idle, or when something of it is asked for. */
  rest?: (() => Promise<FeatureRest>) | undefined
}

/** What a feature adds once its rest is loaded. `bodies`: those of its views and panels, by id. */
export interface FeatureRest extends Pick<Feature, 'panels' | 'dialogs' | 'commands' | 'slots' | 'listeners'> {
  bodies?: Readonly<Record<string, ComponentType>>
}

let registered: readonly Feature[] = []
const watchers = new Set<() => void>()

/** Sets the list of features. Throws if two of a kind share an id, which is a programming error. */
export function registerFeatures(features: readonly Feature[]): void {
  const kinds: (readonly { id: string }[])[] = [
    features,
    ...(['views', 'panels', 'dialogs', 'commands'] as const).map((kind) => features.flatMap((one): readonly { id: string }[] => one[kind] ?? []))
  ]
  for (const kind of kinds) {
    const ids = kind.map(({ id }) => id)
    const again = ids.find((id, i) => ids.indexOf(id) < i)
    if (again !== undefined) throw new Error(`Two features have something named "${again}"`)
  }
  registered = features.toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || 0)
  for (const watcher of watchers) watcher()
}

/** The features of the window, in order. */
export const allFeatures = (): readonly Feature[] => registered

/** Calls `watcher` whenever the rest of a feature is there. Returns a function that removes it. */
export function watchFeatures(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The features of the window, in order. Renders again when the rest of one is there. */
export const useFeatures = (): readonly Feature[] => useSyncExternalStore(watchFeatures, allFeatures)

function withRest(feature: Feature, { bodies = {}, panels = [], dialogs = [], commands = [], slots, listeners = [] }: FeatureRest): Feature {
  const bodied = <T extends { id: string }>(parts: readonly T[] = []): T[] =>
    parts.map((part) => (bodies[part.id] ? { ...part, body: bodies[part.id] } : part))
  return {
    ...feature,
    rest: undefined,
    views: bodied(feature.views),
    panels: [...bodied(feature.panels), ...panels],
    dialogs: [...(feature.dialogs ?? []), ...dialogs],
    commands: [...(feature.commands ?? []), ...commands],
    slots: { ...feature.slots, ...slots },
    listeners: [...(feature.listeners ?? []), ...listeners]
  }
}

/** The features whose rest isn't there yet. */
const incomplete = (): Feature[] => registered.filter(({ rest }) => rest !== undefined)

/** Whether the rest of every feature is there. */
export const isComplete = (): boolean => incomplete().length === 0

const rests = new WeakMap<NonNullable<Feature['rest']>, Promise<FeatureRest>>()

/** Loads the rest of a feature, once; again after a failure. */
function restOf(load: NonNullable<Feature['rest']>): Promise<FeatureRest> {
  const loading = rests.get(load) ?? load()
  rests.set(load, loading)
  loading.catch(() => rests.delete(load))
  return loading
}

/** Completes some features, by default all of them, and draws them once. Rejects if one can't be loaded. */
export async function completeFeatures(features: readonly Feature[] = incomplete()): Promise<void> {
  const loaded = new Map(await Promise.all(features.flatMap(({ id, rest }) => (rest ? [restOf(rest).then((one) => [id, one] as const)] : []))))
  if (!registered.some(({ id, rest }) => rest && loaded.has(id))) return
  registerFeatures(
    registered.map((one) => {
      const rest = one.rest && loaded.get(one.id)
      return rest ? withRest(one, rest) : one
    })
  )
}

/** The features without whose rest some views and panels aren't shown. */
export const missingFor = (...ids: readonly string[]): Feature[] =>
  incomplete().filter(
    ({ views = [], panels = [], partOf = '' }) => ids.includes(partOf) || [...views, ...panels].some(({ id, body }) => !body && ids.includes(id))
  )

/** Loads the rest of every feature, one after the other when the window is idle, and completes them together. */
export async function completeWhenIdle(idle: () => Promise<void>): Promise<void> {
  for (const { rest } of incomplete()) {
    await idle()
    await (rest && restOf(rest))
  }
  await idle()
  await completeFeatures()
}

/** The view with an id; undefined if this version has none, as in a saved window of another version. */
export const viewOf = (id: string | undefined): FeatureView | undefined =>
  registered.flatMap(({ views = [] }) => views).find((view) => view.id === id)

/** The views of the rail, from the top. */
export const railViews = (): (FeatureView & Required<Pick<FeatureView, 'rail'>>)[] =>
  registered
    .flatMap(({ views = [] }) => views)
    .flatMap((view) => (view.rail ? [{ ...view, rail: view.rail }] : []))
    .toSorted((a, b) => a.rail.order - b.rail.order)

/** The side panels, from the left. */
export const allPanels = (): Panel[] => registered.flatMap(({ panels = [] }) => panels).toSorted((a, b) => a.order - b.order)

/** The side panels beside a view, from the left. */
export const panelsBeside = (view: FeatureView): Panel[] =>
  view.beside ? allPanels().filter(({ only }) => only === view.id || (only === undefined && view.beside?.own !== true)) : []

/** The dialog with an id; undefined if no feature has it. */
export const dialogOf = (id: string | undefined): Dialog | undefined =>
  registered.flatMap(({ dialogs = [] }) => dialogs).find((dialog) => dialog.id === id)
