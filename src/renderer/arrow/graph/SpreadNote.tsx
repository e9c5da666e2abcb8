import type { ReactElement } from 'react'
import { AS_SAVED } from '../../../arrow'
import { Button } from '../../ui/Parts'
import { arrowTexts } from '../arrow-texts'
import { layOut } from '../layout'
import { useArrow } from '../state'
import type { SpreadGraph } from './scene-graph'

const t = arrowTexts.canvas

/** Says that cards cover each other, or that they are drawn further apart than saved, and offers to arrange them. */
export function SpreadNote({ spread, covering, isEditable }: Omit<SpreadGraph, 'graph'> & { isEditable: boolean }): ReactElement {
  const isArranging = useArrow((s) => s.arranging !== undefined && s.arranging === s.path)
  const text = isArranging ? t.arranging : covering > 0 ? t.covering(covering) : spread === AS_SAVED ? undefined : t.spread
  return (
    <output>
      {text !== undefined && (
        <span className="arrow-spread">
          {text}
          {isEditable && !isArranging && <Button small label={t.arrange} onClick={layOut} />}
        </span>
      )}
    </output>
  )
}
