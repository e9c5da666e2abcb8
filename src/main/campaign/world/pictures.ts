import { own } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { pathOf } from '../../../shared/story/layout'
import { fold } from '../../../shared/story/names'
import type { Picture } from '../../../shared/story/lore'
import { pictureName, PICTURES } from '../../../shared/story/pictures'
import type { FileChange } from '../yaml-splice'
import { missingEntry, type EditedWorld } from './edited-world'
import { conflict } from './field-edits'
import type { EditOp, StepResult } from './put'

const fileOf = (name: string): string => `${PICTURES}/${name}`

/** Adds a picture to the campaign's files, and shows it at a place or story event, or changes the one that is shown there. */
export function putPicture(world: EditedWorld, { of, file, bytes, alt, was }: EditOp<'put-picture'>): StepResult {
  const shown = of && shownBy(world, of)
  if (shown && was !== undefined && was !== (shown.picture?.file ?? null)) throw conflict(shown.name, of.id, 'picture')
  const name =
    file === null ? undefined : bytes === undefined ? known(world, file) : added(world, file, Buffer.from(bytes, 'base64'), of !== undefined)
  const created = bytes === undefined || name === undefined ? {} : { created: name }
  if (!shown) {
    if (name === undefined || bytes === undefined) throw new Problem('bad-input', 'Choose a picture to add.')
    return { parts: [{ id: name, verb: 'added', noun: 'picture', name: `the picture ${name}` }], ...created }
  }
  const text = alt?.trim() || undefined
  if (name === undefined) shown.change({ keys: ['picture'], to: undefined })
  else if (shown.picture) shown.change({ keys: ['picture', 'file'], to: name }, { keys: ['picture', 'alt'], to: text })
  else shown.change({ keys: ['picture'], to: { file: name, ...(text === undefined ? {} : { alt: text }) } })
  if (shown.picture && shown.picture.file !== name) removeUnneeded(world, [shown.picture.file])
  const verb = name === undefined ? 'removed' : shown.picture?.file === name ? 'saved' : 'set'
  return { parts: [{ id: of.id, verb, noun: 'picture', name: `the picture of ${shown.name}` }], ...created }
}

/** A thing of the world that can show a picture: its name, its picture, and how its file is changed. */
interface Shown {
  name: string
  picture: Picture | undefined
  change: (...changes: FileChange[]) => void
}

function shownBy(world: EditedWorld, { what, id }: NonNullable<EditOp<'put-picture'>['of']>): Shown {
  const { drafts, lore } = world
  if (what === 'place') {
    const { name } = world.place(id)
    return { name, picture: own(lore.places, id)?.picture, change: (...changes) => drafts.change(world.placeFile(id), ...changes) }
  }
  const { title } = world.event(id)
  return {
    name: `“${title}”`,
    picture: lore.story.find((one) => one.id === id)?.picture,
    change: (...changes) => drafts.changeMatter(pathOf('storyEvent', { id }), ...changes)
  }
}

/** The name of a picture that the campaign has. Throws Problem `not-found`. */
function known({ drafts }: EditedWorld, name: string): string {
  if (/[/\\]/.test(name) || !drafts.has(fileOf(name))) throw missingEntry('picture', name)
  return name
}

/** Adds a file named after `wished`, and returns its name. If a file of that name has the same content and `mayShare`, it is used. */
function added({ drafts, lore }: EditedWorld, wished: string, bytes: Buffer, mayShare: boolean): string {
  const taken = new Set(Object.keys(lore.pictures ?? {}).map(fold))
  const isTaken = (name: string): boolean => {
    const known = drafts.bytes(fileOf(name))
    return known ? !(mayShare && known.equals(bytes)) : taken.has(fold(name))
  }
  const name = pictureName(wished, bytes, isTaken)
  drafts.put(fileOf(name), bytes)
  return name
}

/** Removes files of the world, and the pictures that nothing but them needs. */
export function removeFiles(world: EditedWorld, paths: readonly string[]): void {
  const { drafts, lore } = world
  const texts = paths.filter((path) => MAY_SHOW.test(path)).flatMap((path) => drafts.text(path) ?? [])
  for (const path of paths) drafts.remove(path)
  removeUnneeded(
    world,
    Object.keys(lore.pictures ?? {}).filter((name) => texts.some((text) => names(text, name)))
  )
}

/** The files that can show pictures: places, notes and story events, Arrow documents with their translations, and logs. */
const MAY_SHOW = /\.(?:ya?ml|md|arrow|arrow-project|csv|json)$/i

const names = (text: string, picture: string): boolean => text.includes(picture) || text.includes(encodeURI(picture))

/** Removes pictures that no text of the campaign names. */
function removeUnneeded({ drafts }: EditedWorld, pictures: readonly string[]): void {
  const left = new Set(pictures)
  for (const path of left.size === 0 ? [] : drafts.under('')) {
    if (!MAY_SHOW.test(path) || left.size === 0) continue
    const text = drafts.text(path) ?? ''
    for (const name of left) if (names(text, name)) left.delete(name)
  }
  for (const name of left) if (drafts.has(fileOf(name))) drafts.remove(fileOf(name))
}
