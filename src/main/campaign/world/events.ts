import { Problem } from '../../../shared/base/problem'
import type { FieldChange } from '../../../shared/contract/world-edits'
import { pathOf } from '../../../shared/story/layout'
import { fold, idBase, numbered } from '../../../shared/story/names'
import { writtenEvent } from '../../../shared/story/written-event'
import { formatYaml } from '../yaml-splice'
import { placeOfTable } from './characters'
import type { EditedWorld } from './edited-world'
import { checkedChanges, checkedName, conflict, withHeading, withText } from './field-edits'
import type { EditOp, StepResult } from './put'

const fileOf = (id: string): string => pathOf('storyEvent', { id })
const called = (title: string): string => `the story event “${title}”`

/** Creates a story event, or changes one. */
export function putEvent(world: EditedWorld, edit: EditOp<'put-event'>): StepResult {
  const { id } = edit
  if (id === undefined || (edit.title !== undefined && !world.story.has(id))) return newEvent(world, edit)
  const { title: before } = world.event(id)
  if (edit.place !== undefined) change(world, id, [{ keys: ['place'], to: edit.place }])
  if (edit.title !== undefined) retitle(world, id, checkedName('story event', edit.title))
  change(world, id, edit.about ?? [])
  if (edit.text !== undefined)
    world.drafts.put(fileOf(id), withText(world.drafts.text(fileOf(id)) ?? '', edit.text, changedMeanwhile(world, id, 'description')))
  const { title } = world.event(id)
  const name = called(before)
  return { parts: [{ id, noun: 'story event', name, ...(title === before ? { verb: 'saved' } : { verb: 'renamed', where: `to ${title}` }) }] }
}

function newEvent(world: EditedWorld, { id: wished, title: given, place: at, about = [], text }: EditOp<'put-event'>): StepResult {
  const title = checkedName('story event', given ?? '')
  const place = at ?? placeOfTable(world)
  world.place(place)
  const id = world.claimEvent(wished, idBase(title, 'event'))
  const order = lastOrder(world) + 1
  // A file without an aim could be that of a narrative.
  world.drafts.put(fileOf(id), `---\n${formatYaml({ title, order, place, aim: title })}---\n\n# ${title}\n`)
  world.story.set(id, { title, place, order })
  change(world, id, about)
  if (text !== undefined)
    world.drafts.put(fileOf(id), withText(world.drafts.text(fileOf(id)) ?? '', text, changedMeanwhile(world, id, 'description')))
  return { parts: [{ id, verb: 'added', noun: 'story event', name: called(title) }], created: id }
}

const lastOrder = ({ story }: EditedWorld): number => [...story.values()].reduce((last, { order }) => Math.max(last, order), 0)

/** Copies a story event, without its Arrow document, to the position behind it. */
export function copyEvent(world: EditedWorld, { id: from, title: wished }: EditOp<'copy-event'>): StepResult {
  const { drafts } = world
  const { title: before, place } = world.event(from)
  const titles = new Set([...world.story.values()].map(({ title }) => fold(title)))
  const title = wished === undefined ? numbered(before, (one) => titles.has(fold(one))) : checkedName('story event', wished)
  const id = world.claimEvent(undefined, idBase(title, 'event'))
  const order = lastOrder(world) + 1
  drafts.put(fileOf(id), withHeading(drafts.text(fileOf(from)) ?? '', before, title))
  const scene = ['document', 'characters'].map((key) => ({ keys: [key], to: undefined }))
  drafts.changeMatter(fileOf(id), { keys: ['title'], to: title }, { keys: ['order'], to: order }, ...scene)
  world.story.set(id, { title, place, order })
  moveEvent(world, { op: 'move-event', id, before: inOrder(world)[inOrder(world).indexOf(from) + 1] ?? id })
  return { parts: [{ id, verb: 'added', noun: 'story event', name: called(title), where: `as a copy of ${before}` }], created: id }
}

/** The ids of the story events in the order in which the story has them. */
const inOrder = ({ story }: EditedWorld): string[] =>
  [...story].toSorted(([a, one], [b, other]) => one.order - other.order || (a < b ? -1 : 1)).map(([id]) => id)

/** Moves a story event before another one, or to the end. */
export function moveEvent(world: EditedWorld, { id, before }: EditOp<'move-event'>): StepResult {
  const { title } = world.event(id)
  if (before !== undefined) world.event(before)
  const ids = inOrder(world)
  const others = ids.filter((one) => one !== id)
  const at = before === id ? ids.indexOf(id) : before === undefined ? others.length : others.indexOf(before)
  const next = others.toSpliced(at, 0, id)
  if (ids.some((one, i) => one !== next[i])) {
    const orders = ordersOf(
      next.map((one) => world.event(one).order),
      at,
      ids.indexOf(id) > at
    )
    for (const [i, order] of orders.entries()) put(world, next[i] ?? '', order)
  }
  return { parts: [{ id, verb: 'moved', noun: 'story event', name: called(title) }] }
}

/**
 * Orders for events of which the one at `at` has been moved, so that each is above the one before it: the moved one gets a number between its
 * neighbours, and where there is none, its neighbours give way on the side that it comes from (`isEarlier`: from behind).
 */
function ordersOf(orders: readonly number[], at: number, isEarlier: boolean): number[] {
  const next = [...orders]
  const [low, high] = [next[at - 1], next[at + 1]]
  const between = low === undefined ? Math.ceil(high ?? 1) - 1 : Math.floor(low) + 1
  const fits = (low === undefined || between > low) && (high === undefined || between < high)
  next[at] = fits ? between : isEarlier ? Math.floor(low ?? 0) + 1 : Math.ceil(high ?? 0) - 1
  if (isEarlier) {
    for (let i = at + 1; i < next.length && (next[i] ?? 0) <= (next[i - 1] ?? 0); i++) next[i] = Math.floor(next[i - 1] ?? 0) + 1
  } else for (let i = at - 1; i >= 0 && (next[i] ?? 0) >= (next[i + 1] ?? 0); i--) next[i] = Math.ceil(next[i + 1] ?? 0) - 1
  const isBetween = (next[at] ?? 0) > (next[at - 1] ?? -Infinity) && (next[at] ?? 0) < (next[at + 1] ?? Infinity)
  const isSound = isBetween && next.every((one, i) => Math.abs(one) < 1e9 && one >= (next[i - 1] ?? -Infinity))
  return isSound ? next : next.map((_, i) => i + 1)
}

function put(world: EditedWorld, id: string, order: number): void {
  const event = world.event(id)
  if (event.order === order) return
  world.drafts.changeMatter(fileOf(id), { keys: ['order'], to: order })
  world.story.set(id, { ...event, order })
}

function retitle(world: EditedWorld, id: string, title: string): void {
  const event = world.event(id)
  if (title === event.title) return
  const { drafts } = world
  const text = drafts.text(fileOf(id)) ?? ''
  const retitled = withHeading(text, event.title, title)
  drafts.put(fileOf(id), retitled)
  drafts.changeMatter(fileOf(id), { keys: ['title'], to: title })
  if (retitled !== text) world.retitledFiles.push([fileOf(id), fileOf(id)])
  world.story.set(id, { ...event, title })
}

/** Changes values of the front matter. A story event always has a title, a place and an aim. */
function change(world: EditedWorld, id: string, changes: readonly FieldChange[]): void {
  if (changes.length === 0) return
  const old = world.lore.story.find((one) => one.id === id)
  const checked = checkedChanges(changes, old && writtenEvent(old), (field) => changedMeanwhile(world, id, field))
  for (const { keys, to } of checked) {
    const [key] = keys
    if (key === 'title') throw new Problem('bad-input', 'Change the title with "title", so that the heading follows it.', { id })
    if (key === 'place') {
      if (typeof to !== 'string') throw new Problem('bad-input', `“${world.event(id).title}” needs the place where it happens. Choose one.`, { id })
      world.place(to)
      world.story.set(id, { ...world.event(id), place: to })
    }
    if (key === 'order') world.story.set(id, { ...world.event(id), order: typeof to === 'number' ? to : 0 })
  }
  const written = checked.map(({ keys, to }) => ({ keys, to: keys[0] === 'aim' && to === undefined ? '' : to }))
  world.drafts.changeMatter(fileOf(id), ...written)
}

const changedMeanwhile = (world: EditedWorld, id: string, field: string): Problem => conflict(called(world.event(id).title), id, field)
