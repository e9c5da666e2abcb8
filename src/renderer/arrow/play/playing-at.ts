import { type ArrowDocument, type ArrowId, pendingNodes, type PlayState } from '../../../arrow'

/** The node that waits, or the last one of the page, and its scene; undefined if it is in no scene any more. */
export function playingAt({ resources }: ArrowDocument, state: PlayState): { node: ArrowId; scene: ArrowId } | undefined {
  const node = pendingNodes(state).at(-1)?.id ?? state.open.at(-1)?.id
  if (node === undefined) return undefined
  const [scene] = [...resources.scenes].find(([, { map }]) => map.has(node)) ?? []
  return scene === undefined ? undefined : { node, scene }
}
