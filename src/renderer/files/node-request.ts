import { arrange } from '../session'
import { slice } from '../slice'

/** A node of an Arrow document. */
interface NodePlace {
  path: string
  node: number
}

/** The latest request to show a node in the Scenes view. */
export const useNodeRequest = slice<{ place?: NodePlace }>('node-request', {})

/** Opens an Arrow document in the Scenes view, at a node. Every feature may call it. */
export function openNode(path: string, node: number): void {
  useNodeRequest.set({ place: { path, node } })
  arrange({ view: 'scenes' })
}
