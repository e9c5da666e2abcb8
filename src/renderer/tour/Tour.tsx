import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { Rect } from '../../shared/geometry/shapes'
import { Button } from '../ui/Parts'
import { run } from '../ui/commands'
import { placeCard } from './place-card'
import { useTour } from './state'
import './tour.css'
/** A step of the tour: what it says, and the part of the window that it shows. */
interface TourStep {
  title: string
  text: string
  /** The view that is opened for it. */
  view: 'play' | 'map'
  /** A selector of the part. */
  part: string
}

/** The tour over a campaign. */
const STEPS: readonly TourStep[] = [
  {
    title: 'Let the table play',
    text: 'Press Space. The Dungeon Master and the players take their turns; press Space again to stop them. Every action is one beat, and every beat is saved.',
    view: 'play',
    part: '.transport'
  },
  {
    title: 'Read the story',
    text: 'The log tells what happened. Click a line to see its beat: what was known, what could have been done, and the dice.',
    view: 'play',
    part: '.side'
  },
  {
    title: 'Go back in time',
    text: 'Press ← and →, or click the timeline. The whole window shows that moment, and Esc returns to now. If you play from there, a new branch begins, and the old one stays.',
    view: 'play',
    part: '.frame-times'
  },
  {
    title: 'Change the world',
    text: 'Double-click the map to add a place. Drag from the edge of one place to another to add a journey. The other views hold the scenes, the people and the rules.',
    view: 'map',
    part: '.middle > .rail'
  },
  {
    title: 'Find anything',
    text: 'Ctrl+K, or ⌘K on a Mac, finds every command, place, character and note. F1 opens the help, where you can take this tour again.',
    view: 'play',
    part: '.title-end > button:last-of-type'
  }
]

/** The step of the tour that is shown, if there is one. */
export function Tour(): ReactElement | null {
  const step = useTour((tour) => tour.step)
  const shown = STEPS[step ?? -1]
  return step === undefined || !shown ? null : <Step key={step} number={step} step={shown} />
}

const go = (step: number | undefined): void => useTour.set({ step })

/** The window stays usable beside it, so that what a step says can be tried. */
function Step({ number, step }: { number: number; step: TourStep }): ReactElement {
  const card = useRef<HTMLElement>(null)
  const part = usePart(step.part)
  const [place, setPlace] = useState<Rect>()
  const isLast = number === STEPS.length - 1
  useEffect(() => run(`view.${step.view}`), [step.view])
  useLayoutEffect(() => {
    if (!card.current) return
    const { width, height } = card.current.getBoundingClientRect()
    setPlace(placeCard({ width, height }, part, { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight }))
  }, [part])
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  const end = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    go(undefined)
  }
  return (
    <>
      {part && <div className="tour-ring" aria-hidden="true" style={{ left: part.x, top: part.y, width: part.width, height: part.height }} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc ends the tour from any of its buttons */}
      <section
        ref={card}
        className="tour-card"
        aria-label={`Tour: ${step.title}`}
        tabIndex={-1}
        style={place ? { left: place.x, top: place.y } : { opacity: 0 }}
        onKeyDown={end}
      >
        <p className="quiet numbers">
          Step {number + 1} of {STEPS.length}
        </p>
        <h2>{step.title}</h2>
        <p>{step.text}</p>
        <div className="tour-buttons">
          {!isLast && <Button label="End the tour" small onClick={() => go(undefined)} />}
          <span className="tour-space" />
          {number > 0 && <Button label="Back" small onClick={() => go(number - 1)} />}
          <Button label={isLast ? 'Finish' : 'Next'} small main onClick={() => go(isLast ? undefined : number + 1)} />
        </div>
      </section>
    </>
  )
}

/** Where a part of the window is now, in pixels of the window; undefined while it isn't shown. */
function usePart(selector: string): Rect | undefined {
  const [rect, setRect] = useState<Rect>()
  useEffect(() => {
    const measure = (): void => {
      const found = document.querySelector(selector)?.getBoundingClientRect()
      setRect((last) => {
        if (!found || found.width === 0) return undefined
        const { x, y, width, height } = found
        return last && last.x === x && last.y === y && last.width === width && last.height === height ? last : { x, y, width, height }
      })
    }
    measure()
    // Its view may still be loading, and panels may be resized.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    const part = document.querySelector(selector)
    if (part) observer.observe(part)
    const changes = new MutationObserver(measure)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [selector])
  return rect
}
