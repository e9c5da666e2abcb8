import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** How far beyond the visible part of a view something is drawn already. */
const NEAR_PX = 400

/** Whether an element is near the visible part of its report. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const sight = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: element.closest('.lab-report'),
      rootMargin: `${NEAR_PX}px 0px`
    })
    sight.observe(element)
    return () => sight.disconnect()
  }, [box])
  return isNear
}

/**
 * The width of an element in pixels as it is now, and what is drawn in it: the value itself while the element is near the visible part of its view,
 * and otherwise the one that was drawn last; undefined before the first time. So a change is drawn at once only where it is seen.
 */
export function useDrawn<T>(value: T): [RefObject<HTMLDivElement | null>, number, T | undefined] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const isNear = useNear(box)
  const [drawn, setDrawn] = useState<T>()
  if (isNear && drawn !== value) setDrawn(value)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const size = new ResizeObserver(() => setWidth(element.clientWidth))
    size.observe(element)
    return () => size.disconnect()
  }, [])
  return [box, width, isNear ? value : drawn]
}
