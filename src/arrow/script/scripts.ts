import type { ArrowDocument, ArrowId, ArrowScene } from '../document'
import { allRows, type OwnRow } from './own-rows'
import type { Script } from './rows'
import { scriptOf } from './script'

/** Writes the script of a scene again and again. While only texts change, it writes only their rows; all others stay the same objects. */
export class Scripts {
  #last: { document: ArrowDocument; scene: ArrowScene; script: Script } | undefined

  of(document: ArrowDocument, sceneId: ArrowId): Script {
    const scene = document.resources.scenes.get(sceneId)
    const last = this.#last
    const script = (last && last.scene === scene ? withTexts(last.script, last.document, document, scene) : undefined) ?? scriptOf(document, sceneId)
    this.#last = scene && { document, scene, script }
    return script
  }
}

/** A script with the rows of the nodes that have changed; undefined if they could have another order or other words elsewhere. */
function withTexts(script: Script, before: ArrowDocument, after: ArrowDocument, scene: ArrowScene): Script | undefined {
  const [was, is] = [before.resources, after.resources]
  if (was.scenes !== is.scenes || was.variables !== is.variables || was.characters !== is.characters) return undefined
  const rows = [...script.rows]
  for (const id of scene.map.keys()) {
    const [old, node] = [was.nodes.get(id), is.nodes.get(id)]
    if (old === node) continue
    const fresh = allRows(after, scene, id)
    if (old?.type !== node?.type || !sameRows(allRows(before, scene, id), fresh)) return undefined
    for (const row of fresh) {
      const number = script.numbers.get(row.key) ?? -1
      const place = rows[number]
      if (!place) return undefined
      rows[number] = { ...row, depth: place.depth, ...(place.inside && { inside: place.inside }) }
    }
  }
  return { rows, numbers: script.numbers }
}

const sameRows = (a: readonly OwnRow[], b: readonly OwnRow[]): boolean =>
  a.length === b.length && a.every(({ key, kind }, i) => key === b[i]?.key && kind === b[i].kind)
