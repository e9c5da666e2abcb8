import type { ReactElement } from 'react'
import { AS_SAVED } from '../../../arrow'
import { Button } from '../../ui/Parts'
import { layOut } from '../layout'
import { useArrow } from '../state'
import type { SpreadGraph } from './scene-graph'

/** Says that cards cover each other, or that they are drawn further apart than saved, and offers to arrange them. */
export function SpreadNote({ spread, covering, isEditable }: Omit<SpreadGraph, 'graph'> & { isEditable: boolean }): ReactElement {
  const isArranging = useArrow((s) => s.arranging !== undefined && s.arranging === s.path)
  const text = isArranging
    ? 'Arranging the nodes…'
    : covering > 0
      ? covering === 1
        ? 'One node covers another.'
        : `${covering} nodes cover others.`
      : spread === AS_SAVED
        ? undefined
        : 'The nodes are shown further apart than in the file, so that none covers another.'
  return (
    <output>
      {text !== undefined && (
        <span className="arrow-spread">
          {text}
          {isEditable && !isArranging && <Button small label="Arrange" onClick={layOut} />}
        </span>
      )}
    </output>
  )
}
