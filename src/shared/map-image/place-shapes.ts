import { own } from '../base/json'
import { stacked } from '../map/crowd'
import type { Box } from '../map/drawing'
import { inflate, type Point } from '../geometry/shapes'
import { TOKEN_PX } from '../map/sizes'
import { hueOf } from '../story/hues'
import type { GameState } from '../story/state'
import { cutTo, wrapped } from './fitting'
import type { Pen, ImageShape } from './shape'
import { mapImageTexts as t } from './texts'

/** How the card of a place or a folded region is drawn. */
interface BoxLook {
  visited: boolean
  here: boolean
  region: string
}

const NAME_SIZE_PX = 13
const NOTE_SIZE_PX = 10.5
const INSET_PX = 11

/** The card of a place or a folded region: its name, and its region or its number of places. */
export function boxShapes(box: Box, { visited, here, region }: BoxLook): ImageShape[] {
  const { x, y, width } = box
  const folded = box.what === 'region'
  const edge: Pen = here
    ? { colour: 'live', width: 2 }
    : { colour: 'line-strong', width: folded ? 3 : 1, ...(visited || folded ? {} : { dash: [3, 3] }) }
  const most = width - 2 * INSET_PX
  const names = wrapped(box.name, NAME_SIZE_PX, most, 2)
  const shapes: ImageShape[] = [{ kind: 'box', box, radius: 9, fill: visited ? 'raised' : 'stage', edge, title: `${box.name} · ${region}` }]
  names.forEach((text, k) =>
    shapes.push({
      kind: 'words',
      at: { x: x + INSET_PX, y: y + 21 + 17 * k },
      text,
      face: 'serif',
      size: NAME_SIZE_PX,
      bold: true,
      fill: visited ? 'ink' : 'ink-2'
    })
  )
  if (names.length === 1 || folded) {
    const text = folded ? t.places(box.count) : cutTo(region, NOTE_SIZE_PX, most)
    shapes.push({ kind: 'words', at: { x: x + INSET_PX, y: y + 21 + 16 * names.length }, text, face: 'sans', size: NOTE_SIZE_PX, fill: 'ink-3' })
  }
  return shapes
}

const middled = (at: Point, text: string, size: number): { kind: 'words'; at: Point; text: string; face: 'sans'; size: number; middle: true } => ({
  kind: 'words',
  at: { x: at.x + TOKEN_PX / 2, y: at.y + TOKEN_PX / 2 + size * 0.36 },
  text,
  face: 'sans',
  size,
  middle: true
})

/** The characters who have a portrait, by id. */
export type Pictured = Readonly<Record<string, unknown>>

/** The characters in a box: players as discs, others as squares, those who are down with a broken edge. Characters without room are counted. */
export function crowdShapes(box: Box, people: readonly string[], actors: GameState['actors'], pictured: Pictured = {}): ImageShape[] {
  const { tokens, more } = stacked(people, box)
  const shapes = tokens.flatMap(({ id, at }): ImageShape[] => {
    const actor = own(actors, id)
    if (!actor) return []
    const hue = `hue-${hueOf(actors, id)}` as const
    const [npc, down] = [actor.kind === 'npc', (actor.stats['hp'] ?? 1) <= 0]
    const radius = npc ? 5 : TOKEN_PX / 2
    const square = { ...at, width: TOKEN_PX, height: TOKEN_PX }
    const edge: Pen = { colour: hue, width: 1.5, ...(down ? { dash: [3, 2] } : {}) }
    return [
      { kind: 'box', box: inflate(square, 2), radius: radius + 2, fill: 'stage' },
      npc || down
        ? { kind: 'box', box: inflate(square, -0.75), radius: radius - 0.75, fill: 'stage', edge, title: actor.name }
        : { kind: 'box', box: square, radius, fill: hue, title: actor.name },
      { ...middled(at, Array.from(actor.name)[0]?.toUpperCase() ?? '', 11), bold: true, fill: npc || down ? hue : 'token-ink' },
      // A portrait covers the initial, and leaves the edge in the character's colour.
      ...(Object.hasOwn(pictured, id)
        ? [{ kind: 'portrait' as const, of: id, box: inflate(square, -1.5), radius: radius - 1.5, title: actor.name }]
        : [])
    ]
  })
  if (more) {
    const title = more.people.map((id) => own(actors, id)?.name ?? id).join(', ')
    shapes.push({ kind: 'box', box: { ...more.at, width: TOKEN_PX, height: TOKEN_PX }, radius: TOKEN_PX / 2, fill: 'hover', title })
    shapes.push({ ...middled(more.at, t.more(more.people.length), 10), fill: 'ink' })
  }
  return shapes
}
