import { useMemo } from 'react'
import { type ArrowDocument, type ArrowId, type ArrowNode, type Connection, type DocumentDiff, type MapItem, placeOf } from '../../../arrow'
import { edgeId } from '../graph/scene-graph'
import { useArrow } from '../state'
import { changesIn } from './changes'
import { useAssistant } from './state'

/** A node that the last request removed, in its previous state. */
export interface RemovedNode {
  readonly id: ArrowId
  readonly node: ArrowNode
  readonly item: MapItem
}

/** The changes of the assistant's last request, for the graph and the outline. */
export interface ShownChanges {
  /** The document without the changes. */
  readonly base: ArrowDocument
  readonly diff: DocumentDiff
  readonly nodes: ReadonlyMap<ArrowId, 'added' | 'changed' | 'removed'>
  /** By their id on the canvas. */
  readonly connections: ReadonlyMap<string, 'added' | 'removed'>
  /** The removed nodes and connections that each scene still shows. */
  readonly removedByScene: ReadonlyMap<ArrowId, { readonly nodes: readonly RemovedNode[]; readonly connections: readonly Connection[] }>
}

/** The changes of the last request that a document still contains; undefined if there are none. */
export function useChanges(path: string | undefined, document: ArrowDocument | undefined): ShownChanges | undefined {
  const run = useAssistant((s) => (path === undefined ? undefined : s.conversations[path]?.run))
  const isPresent = useArrow((s) => path !== undefined && s.open[path]?.document === document)
  return useMemo(() => {
    const diff = document && isPresent ? changesIn(run, document) : undefined
    return run && diff ? shownChanges(run.base, diff) : undefined
  }, [run, document, isPresent])
}

function shownChanges(base: ArrowDocument, diff: DocumentDiff): ShownChanges {
  const { added, changed, removed } = diff.nodes
  const removedByScene = new Map<ArrowId, { nodes: RemovedNode[]; connections: Connection[] }>()
  const sceneEntry = (scene: ArrowId): { nodes: RemovedNode[]; connections: Connection[] } => {
    const entry = removedByScene.get(scene) ?? { nodes: [], connections: [] }
    removedByScene.set(scene, entry)
    return entry
  }
  for (const id of removed) {
    const [node, place] = [base.resources.nodes.get(id), placeOf(base, id)]
    if (node && place) sceneEntry(place.scene).nodes.push({ id, node, item: place.item })
  }
  for (const connection of diff.connections.removed) {
    const place = placeOf(base, connection[0])
    if (place) sceneEntry(place.scene).connections.push(connection)
  }
  return {
    base,
    diff,
    nodes: new Map([
      ...added.map((id) => [id, 'added'] as const),
      ...changed.map(({ id }) => [id, 'changed'] as const),
      ...removed.map((id) => [id, 'removed'] as const)
    ]),
    connections: new Map([
      ...diff.connections.removed.map((one) => [edgeId(one), 'removed'] as const),
      ...diff.connections.added.map((one) => [edgeId(one), 'added'] as const)
    ]),
    removedByScene
  }
}
