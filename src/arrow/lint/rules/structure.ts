import { listed } from '../../../shared/words/labels'
import { MAX_CHAPTER, MAX_AUTHOR, partsOf } from '../../ids'
import { MAX_ID, type ArrowId, type ArrowResources } from '../../document'
import { change } from '../../json/members'
import { isNodeType } from '../../node-types'
import type { DocumentFacts } from '../facts'
import { nodeRules, type Rule, type RuleFinding } from '../finding'
import { fix, putItem, remove, renameFree, safe, setItem } from '../fixes'
import { nodeLabel, sceneLabel, sentence, typeWords } from '../words'

const perNode = nodeRules('error')

/** Whether the parts of a document are consistent: its identity, entries, ids, and the scene of each node. */
export const STRUCTURE: readonly Rule[] = [
  {
    id: 'identity',
    severity: 'error',
    finds: 'a chapter or authors that Arrow would not open',
    *check({ document: { meta } }) {
      const { chapter, authors, epoch } = meta
      if (epoch === undefined && chapter !== undefined && !(Number.isInteger(chapter) && chapter >= 0 && chapter <= MAX_CHAPTER))
        yield { field: 'chapter', message: `The chapter is ${chapter}, but Arrow opens only chapters from 0 to ${MAX_CHAPTER}. Change it.` }
      if (!authors || authors.size === 0)
        yield { field: 'authors', message: 'The document names no author, so Arrow does not open it. Add an author.' }
      for (const id of authors?.keys() ?? [])
        if (!(Number.isInteger(id) && id >= 0 && id <= MAX_AUTHOR))
          yield { field: 'authors', message: `Author ${id} is outside 0 to ${MAX_AUTHOR}, so Arrow does not open the document. Remove that author.` }
    }
  },
  {
    id: 'document-entry',
    severity: 'error',
    finds: 'a document whose entry is missing or in a macro',
    *check({ document, nodes, homes, scenes }) {
      const { entry } = document
      if (!nodes.has(entry))
        yield { field: 'entry', message: 'Play starts at a node that does not exist. Choose another node as the document’s entry.' }
      const macro = homes.get(entry)?.find((scene) => scenes.get(scene)?.macro)
      if (macro !== undefined)
        yield {
          node: entry,
          scene: macro,
          field: 'entry',
          message: `Play starts in the ${sceneLabel(document, macro)}, but macros only play when a scene uses them. Choose a node of a scene as the document’s entry.`
        }
    }
  },
  {
    id: 'scene-entry',
    severity: 'error',
    finds: 'a scene whose entry is not in it',
    *check({ document, scenes }) {
      for (const [scene, { entry, map }] of scenes)
        if (!map.has(entry))
          yield {
            scene,
            field: 'entry',
            message: `The entry of the ${sceneLabel(document, scene)} is not one of its nodes. Choose one as its entry.`
          }
    }
  },
  {
    id: 'node-scene',
    severity: 'error',
    finds: 'a node that lies in no scene, or in several',
    *check({ document, nodes, homes }) {
      for (const [node, one] of nodes) {
        const scenes = homes.get(node)
        if (!scenes)
          yield {
            node,
            message: `The ${nodeLabel(one, document)} lies in no scene, so nobody can see or reach it. Delete it.`,
            fix: remove('Delete the node', node)
          }
        else if (scenes.length > 1) {
          const [, ...others] = scenes
          yield {
            node,
            scene: scenes[0] ?? -1,
            message: `The ${nodeLabel(one, document)} lies in several scenes: ${listed(scenes.map((scene) => sceneLabel(document, scene)))}. Keep it in one.`,
            fix: fix(`Keep in the ${sceneLabel(document, scenes[0] ?? -1)} only`, (draft) => {
              for (const scene of others) putItem(draft, scene, node, () => undefined)
            })
          }
        }
      }
    }
  },
  {
    id: 'map-node',
    severity: 'error',
    finds: 'a position of a node that does not exist',
    *check({ document, scenes, nodes }) {
      for (const [scene, { map }] of scenes)
        for (const node of map.keys())
          if (!nodes.has(node))
            yield {
              scene,
              node,
              message: `The ${sceneLabel(document, scene)} holds a place for node ${node}, which does not exist.`,
              fix: safe(setItem('Remove the empty place', scene, node, () => undefined))
            }
    }
  },
  perNode('node-type', 'a node of a type that Arrow does not know', ({ node }, { document }) =>
    isNodeType(node.type)
      ? undefined
      : { field: 'type', message: `${sentence(nodeLabel(node, document))} has a type that Arrow does not know. It is kept as it is, but not played.` }
  ),
  { id: 'id-collision', severity: 'error', finds: 'two resources with one id', check: collisions },
  { id: 'id-range', severity: 'error', finds: 'an id that is too large', check: largeIds },
  { id: 'next-seed', severity: 'error', finds: 'an author whose next id is used already', check: usedSeeds },
  perNode('macro-in-macro', 'a macro that uses a macro', ({ node, scene }, { document, scenes }) =>
    node.type === 'macro_use' && scenes.get(scene)?.macro
      ? { message: `The ${sceneLabel(document, scene)} uses a macro, but macros can't use macros. Put a jump there, or the nodes themselves.` }
      : undefined
  ),
  {
    id: 'duplicate-name',
    severity: 'error',
    finds: 'two resources of a kind with one name',
    *check(facts) {
      const { variables, characters } = facts.document.resources
      const several = (what: string, name: string): { field: string; message: string } => ({
        field: 'name',
        message: `Several ${what} are called “${name}”. Rename all but one.`
      })
      yield* twice(variables, (variable, { name }) => ({ variable, ...several('variables', name) }))
      yield* twice(characters, (character, { name }) => ({ character, ...several('characters', name) }))
      yield* twice(facts.scenes, (scene, { name }) => ({ scene, fix: renameFree('scenes', scene), ...several('scenes or macros', name) }))
      yield* twice(facts.nodes, (node, { name, type }) => ({
        ...placeOf(facts, node),
        field: 'name',
        fix: renameFree('nodes', node),
        message: `Several nodes are called “${name}”, among them this ${typeWords(type)}. Rename all but one.`
      }))
    }
  }
]

/** The location of a node, in the words of a finding. */
function placeOf({ homes }: DocumentFacts, node: ArrowId): { node: ArrowId; scene?: ArrowId } {
  const scene = homes.get(node)?.[0]
  return scene === undefined ? { node } : { node, scene }
}

function* twice<One extends { readonly name: string }>(
  resources: ReadonlyMap<ArrowId, One>,
  found: (id: ArrowId, one: One) => RuleFinding
): Generator<RuleFinding> {
  const names = new Set<string>()
  for (const [id, one] of resources) {
    if (names.has(one.name)) yield found(id, one)
    names.add(one.name)
  }
}

function* collisions({ document: { resources } }: DocumentFacts): Generator<RuleFinding> {
  const seen = new Map<ArrowId, string>()
  for (const [kind, ids] of setsOf(resources))
    for (const id of ids.keys()) {
      const other = seen.get(id)
      if (other === undefined) seen.set(id, KINDS[kind] ?? kind)
      else
        yield {
          ...(kind === 'nodes' ? { node: id } : {}),
          message: `The id ${id} belongs to a ${other} and to a ${KINDS[kind] ?? kind}. Create one of them again.`
        }
    }
}
/** The four sets of resources, each under its name. */
const setsOf = ({ scenes, nodes, variables, characters }: ArrowResources): [kind: string, ids: ReadonlyMap<ArrowId, unknown>][] => [
  ['scenes', scenes],
  ['nodes', nodes],
  ['variables', variables],
  ['characters', characters]
]
const KINDS: Readonly<Record<string, string>> = { scenes: 'scene', nodes: 'node', variables: 'variable', characters: 'character' }

const allIds = ({ document: { resources } }: DocumentFacts): ArrowId[] => setsOf(resources).flatMap(([, ids]) => [...ids.keys()])

function* largeIds(facts: DocumentFacts): Generator<RuleFinding> {
  for (const id of allIds(facts))
    if (!Number.isInteger(id) || id < 0 || id > MAX_ID)
      yield { message: `The id ${id} is outside 0 to ${MAX_ID}, so Arrow can't read it exactly. Create that resource again.` }
}

/** Authors count only ids of the document's own chapter; others came from other documents. */
function* usedSeeds(facts: DocumentFacts): Generator<RuleFinding> {
  const { chapter = 0, authors, epoch } = facts.document.meta
  if (epoch !== undefined || !authors) return
  const most = new Map<number, number>()
  for (const id of allIds(facts)) {
    const parts = partsOf(id)
    if (parts.chapter === chapter) most.set(parts.author, Math.max(most.get(parts.author) ?? -1, parts.seed))
  }
  for (const [author, [info, next]] of authors) {
    const seed = most.get(author) ?? -1
    if (next < 0 || seed < next) continue
    yield {
      field: 'authors',
      message: `The next id of the author “${info}” is used already, so new nodes could replace old ones.`,
      fix: {
        label: 'Count on from the last id',
        safe: true,
        apply: (before) =>
          change(before, { meta: change(before.meta, { authors: new Map([...(before.meta.authors ?? []), [author, [info, seed + 1]]]) }) })
      }
    }
  }
}
