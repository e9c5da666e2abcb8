import { useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import { own } from '../../shared/base/json'
import { afterAnswerTo, answerTo, type Clicked } from '../../shared/narrator/open-words'
import type { SceneTreeNarration } from '../../shared/narrator/output'
import type { GameState } from '../../shared/story/state'
import { nameOf } from '../ui/names'
import { stretchesOf, unfolded } from './parts'

/** The shared input of a tree's texts: the clicked words, whether words can be clicked now, and the click handler. */
export interface Clicks {
  clicked: Clicked
  canClick: boolean
  onClick: (id: string) => void
  latest: string | undefined
  actors: GameState['actors']
}

interface TextProps {
  at: string
  told: SceneTreeNarration
  clicks: Clicks
}

/** A text with its clickable words, and below it the answers to clicks, each with its own. */
export function TreeText({ at, told, clicks }: TextProps): ReactElement {
  const { clicked, actors } = clicks
  return (
    <>
      <p className="tree-text">
        {told.speaker !== undefined && <b className="tree-speaker">{nameOf(actors, told.speaker)} </b>}
        {stretchesOf(at, told).map((one, i) =>
          one.id === undefined ? <span key={i}>{i === 0 ? one.text : joined(one.text)}</span> : <Words key={i} {...one} clicks={clicks} />
        )}
      </p>
      {unfolded(at, told, clicked).map(({ id, clickable: { speaks, response, waitingMessage } }) => (
        <Answer key={id} isNew={clicks.latest === id}>
          <p className="tree-said">“{speaks}”</p>
          {response ? <TreeText at={answerTo(id)} told={response} clicks={clicks} /> : <p className="tree-waiting">{waitingMessage}</p>}
          {response?.then && <TreeText at={afterAnswerTo(id)} told={response.then} clicks={clicks} />}
        </Answer>
      ))}
    </>
  )
}

/** A text after clickable words. Punctuation stays on their line: a browser may break the line after any button, except before a word joiner. */
const joined = (text: string): string => (/^\p{P}/u.test(text) ? `\u2060${text}` : text)

/** The answer to a click. A new one scrolls into view, however long the text above it is. */
function Answer({ isNew, children }: { isNew: boolean; children: ReactNode }): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    <div ref={box} className="tree-answer">
      {children}
    </div>
  )
}

/** Clickable words. They stay focusable after the click, so that the keyboard continues from there. */
function Words({
  id,
  text,
  clickable: { speaks },
  clicks: { clicked, canClick, onClick }
}: Extract<ReturnType<typeof stretchesOf>[number], { id: string }> & { clicks: Clicks }): ReactElement {
  const isClicked = own(clicked, id) !== undefined
  const isOpen = canClick && !isClicked
  return (
    <button
      type="button"
      className="tree-words"
      data-words={id}
      data-clicked={isClicked || undefined}
      aria-disabled={!isOpen}
      aria-label={isClicked ? `${text}, clicked already` : `${text}: say “${speaks}”`}
      title={isClicked ? undefined : `“${speaks}”`}
      onClick={() => isOpen && onClick(id)}
    >
      {text}
    </button>
  )
}
