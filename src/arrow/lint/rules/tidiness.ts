import { overlaps } from '../../../shared/geometry/overlaps'
import { containsRect, intersects, type Rect } from '../../../shared/geometry/shapes'
import type { ArrowId } from '../../document'
import { lacksAlt } from '../../../shared/words/alt-text'
import { picturesOf } from '../../export/pictures'
import { exposingTexts } from '../../exposure'
import { nodeRect } from '../../layout/sizes'
import type { DocumentFacts } from '../facts'
import type { RuleFinding, Rule } from '../finding'
import { nodeLabel, sceneLabel, short } from '../words'

/** The longest line or text, in characters, that reads well on one page, and the longest choice for one button. */
const MAX_TEXT = 700
const MAX_LINE = 280

/** The members of a node's data whose texts have formats. */
const BB_CODE_FIELDS: ReadonlySet<string> = new Set(['title', 'content', 'monolog'])
/** The beginning of BBCode, which resembles a mood. */
const BB_CODE = /^\s*\[(?:b|i|u|s|p|h[1-6]|br|url|img|email|list|code|center|right)\]/i
/** Arrow's mood prefix: `[Angry,1,~] Go away!`. It has to begin with a mood of one word, or any remark in brackets would match. */
const MOOD = /^\s*\[([a-zA-Z_-]+)\s*(?:,\s*[-+]?\d*\s*)?(?:,\s*(?:false|keep|~|true|reset))?\]\s*\S/

/** Rules that make a document easier to work on. */
export const TIDINESS: readonly Rule[] = [
  { id: 'overlap', severity: 'hint', finds: 'nodes that lie on each other', check: covering },
  { id: 'frame-edge', severity: 'hint', finds: 'nodes that stick out of a frame', check: frameEdges },
  {
    id: 'default-name',
    severity: 'hint',
    finds: 'variables, characters, scenes and jump targets that still have their default names',
    *check({ document: { resources }, scenes, jumps, homes, document }) {
      for (const [variable, { name }] of resources.variables)
        if (name === `var_${variable.toString(36)}`)
          yield { variable, field: 'name', message: `The variable “${name}” still has its default name. Name it after what it holds.` }
      for (const [character, { name }] of resources.characters)
        if (name === `char_${character.toString(36)}`)
          yield { character, field: 'name', message: `The character “${name}” still has their default name. Name them.` }
      for (const [scene, { name }] of scenes)
        if (/^(?:scene|macro)_[\da-z]+$/.test(name) && name.endsWith(`_${scene.toString(36)}`))
          yield { scene, field: 'name', message: `The ${sceneLabel(document, scene)} still has its default name. Name it after what happens in it.` }
      for (const node of jumps.keys()) {
        const [scene] = homes.get(node) ?? []
        if (scene !== undefined && resources.nodes.get(node)?.name === node.toString(36))
          yield {
            scene,
            node,
            field: 'name',
            message: 'A jump leads to this node, which still has its default name. Name it, so that the jump can be read.'
          }
      }
    }
  },
  {
    id: 'no-notes',
    severity: 'hint',
    finds: 'scenes without a note about what they are for',
    *check({ document, scenes, nodes }) {
      for (const [scene, { entry, map, notes }] of scenes)
        if (map.size >= 10 && !notes && !nodes.get(entry)?.notes)
          yield {
            scene,
            node: entry,
            field: 'notes',
            message: `The ${sceneLabel(document, scene)} has no notes. Its entry’s notes are a good place to say what it is for.`
          }
    }
  },
  {
    id: 'long-text',
    severity: 'hint',
    finds: 'texts too long for one page, and lines too long for one button',
    *check({ lying }) {
      for (const { id, node, scene } of lying)
        for (const [field, text] of exposingTexts(node)) {
          const most = field === 'content' || field === 'monolog' ? MAX_TEXT : MAX_LINE
          if (text.length > most)
            yield {
              scene,
              node: id,
              field,
              message: `“${short(text)}” is ${text.length} characters long. Readers may prefer at most ${most}: split it.`
            }
        }
    }
  },
  {
    id: 'picture-alt',
    severity: 'warning',
    finds: 'pictures that nobody has described',
    *check({ lying }) {
      for (const { id, node, scene } of lying)
        for (const [field, text] of exposingTexts(node))
          for (const { path, alt } of BB_CODE_FIELDS.has(field) ? picturesOf(node, text) : [])
            if (lacksAlt(alt))
              yield {
                scene,
                node: id,
                field,
                message: `The picture ${path} has no description, so readers who don’t see it learn nothing of it. Describe it in the node’s form.`
              }
    }
  },
  {
    id: 'mood-prefix',
    severity: 'hint',
    finds: 'texts that begin with a mood in brackets',
    *check({ lying, document }) {
      for (const { id, node, scene } of lying)
        for (const [field, text] of exposingTexts(node)) {
          const mood = text.trimStart().startsWith('[') && !BB_CODE.test(text) ? MOOD.exec(text) : null
          if (mood)
            yield {
              scene,
              node: id,
              field,
              message: `The ${nodeLabel(node, document)} begins with “${mood[0].slice(0, mood[0].indexOf(']') + 1).trim()}”, which some players read as a mood and don’t show.`
            }
        }
    }
  }
]

/** One finding for each scene: the first node that overlaps an earlier one, and the number of overlaps. */
function* covering(facts: DocumentFacts): Generator<RuleFinding> {
  for (const [scene, boxed] of boxesByScene(facts, false)) {
    const pairs = [
      ...overlaps(
        boxed.map(({ box }) => box),
        TOUCHING_PX,
        1
      )
    ]
    const [id, under] = (pairs[0] ?? []).map((k) => boxed[k]?.id ?? -1)
    const [node, other] = [facts.nodes.get(id ?? -1), facts.nodes.get(under ?? -1)]
    if (id === undefined || !node || !other) continue
    const more = pairs.length > 1 ? `, and ${pairs.length - 1} other ${pairs.length === 2 ? 'node lies' : 'nodes lie'} on others` : ''
    yield {
      scene,
      node: id,
      message: `The ${nodeLabel(node, facts.document)} lies on the ${nodeLabel(other, facts.document)}${more}. Move ${more === '' ? 'it' : 'them'}, or lay out the scene.`
    }
  }
}

/** Arrow draws most nodes smaller than this app does, so a few pixels don't count as an overlap. */
const TOUCHING_PX = 40

function* frameEdges(facts: DocumentFacts): Generator<RuleFinding> {
  const frames = boxesByScene(facts, true)
  if (frames.size === 0) return
  for (const [scene, boxes] of boxesByScene(facts, false))
    for (const { id, box } of boxes) {
      const edge = frames.get(scene)?.find((frame) => intersects(frame.box, box) && !containsRect(frame.box, box))
      const [node, frame] = [facts.nodes.get(id), facts.nodes.get(edge?.id ?? -1)]
      if (node && frame)
        yield {
          scene,
          node: id,
          message: `The ${nodeLabel(node, facts.document)} sticks out of the ${nodeLabel(frame, facts.document)}. Move it in or out.`
        }
    }
}

interface Boxed {
  id: ArrowId
  scene: ArrowId
  box: Rect
}

function boxesByScene({ lying }: DocumentFacts, frames: boolean): Map<ArrowId, Boxed[]> {
  const scenes = new Map<ArrowId, Boxed[]>()
  for (const { id, node, scene, item } of lying) {
    if ((node.type === 'frame') !== frames) continue
    const one = { id, scene, box: nodeRect(node, item) }
    const list = scenes.get(scene)
    if (list) list.push(one)
    else scenes.set(scene, [one])
  }
  return scenes
}
