import { useReactFlow } from '@xyflow/react'
import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import { onMap, useSession } from '../session'
import type { Chosen } from '../store/mapping'
import { choiceOf, choosing, framed, isChosen } from './choosing'
import { boxAt, boxesIn, wayAt } from './hit'
import { boundsOf, type Rect } from '../../shared/geometry/shapes'
import type { Drawn } from './use-drawing'

const chosenNow = (): readonly Chosen[] => useSession.getState().mapping.chosen
const severally = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean => event.shiftKey || event.ctrlKey || event.metaKey

/** Pixels on the screen within which a line is hit. */
const REACH = 7

/** Choosing with the pointer: what is pressed, what is clicked, and what a frame is drawn around while Shift is held. */
export function useChoosing(drawn: Drawn, section: RefObject<HTMLElement | null>) {
  const flow = useReactFlow()
  const added = useRef(false)
  const [frame, setFrame] = useState<Rect | undefined>(undefined)

  const boxOf = (target: EventTarget): Chosen | undefined => {
    const id = target instanceof Element ? target.closest('.react-flow__node')?.getAttribute('data-id') : undefined
    const box = id ? drawn.drawing.boxes.find((one) => one.id === id) : undefined
    return box && choiceOf(box)
  }
  const pickWay = (id: string, event: MouseEvent): void => onMap({ chosen: choosing(chosenNow(), { what: 'journey', id }, severally(event)) })

  /** Chooses what is pressed before it is dragged; what is chosen already stays, so that all of it can be dragged. */
  const press = (event: PointerEvent): void => {
    const one = event.button === 0 ? boxOf(event.target) : undefined
    if (!one) return
    const now = chosenNow()
    added.current = !isChosen(now, one)
    if (added.current) onMap({ chosen: choosing(now, one, severally(event)) })
  }

  const clickBox = (event: MouseEvent): void => {
    const one = boxOf(event.target)
    if (!one) return
    if (severally(event)) {
      if (!added.current) onMap({ chosen: choosing(chosenNow(), one, true) })
    } else if (chosenNow().length > 1) onMap({ chosen: [one] })
    added.current = false
  }

  const clickGround = (event: MouseEvent): void => {
    const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const box = drawn.drawing.boxes[boxAt(drawn, point) ?? -1]
    const way = box ? undefined : drawn.drawing.ways[wayAt(drawn, point, REACH / flow.getZoom()) ?? -1]
    if (way) pickWay(way.id, event)
    else if (box) onMap({ chosen: choosing(chosenNow(), choiceOf(box), severally(event)) })
    else if (chosenNow().length > 0 && !severally(event)) onMap({ chosen: [] })
  }

  /** Draws a frame from here on, while Shift is held; the map does not move then. */
  const beginFrame = (event: MouseEvent): void => {
    const { target } = event
    const ground = target instanceof Element && target.closest('.react-flow__pane') && !target.closest('.react-flow__node')
    const bounds = section.current?.getBoundingClientRect()
    if (!event.shiftKey || event.button !== 0 || !ground || !bounds) return
    event.preventDefault()
    event.stopPropagation()
    const start = { x: event.clientX, y: event.clientY, width: 0, height: 0 }
    let last = start
    const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      last = { x: clientX, y: clientY, width: 0, height: 0 }
      const { x, y, width, height } = boundsOf([start, last])
      setFrame({ x: x - bounds.left, y: y - bounds.top, width, height })
    }
    const end = (): void => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      setFrame(undefined)
      if (last === start) return
      const [one, other] = [flow.screenToFlowPosition(start), flow.screenToFlowPosition(last)]
      const within = boxesIn(
        drawn,
        boundsOf([
          { ...one, width: 0, height: 0 },
          { ...other, width: 0, height: 0 }
        ])
      )
      onMap({ chosen: framed(chosenNow(), within.flatMap((k) => drawn.drawing.boxes[k] ?? []).map(choiceOf)) })
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }

  return { frame, press, clickBox, pickWay, clickGround, beginFrame }
}
