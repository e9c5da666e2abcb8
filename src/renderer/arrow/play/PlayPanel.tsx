import { CirclePlay, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactElement, useMemo, type ReactNode } from 'react'
import {
  type ArrowDocument,
  dataOf,
  isPending,
  type OpenNode,
  pendingNodes,
  type PlayState,
  type ArrowNode,
  describedIn,
  type Markup as Piece,
  parseMarkup,
  type ArrowId,
  type ArrowVariable,
  type PlayValue
} from '../../../arrow'
import { LiveNumber, LiveText } from '../form/controls'
import { Blank, Button, CommandButton, IconButton, Scroll } from '../../ui/Parts'
import { showNode } from '../edits'
import { cssColor, typeLabel } from '../graph/cards'
import { nodeLabel } from '../outline/rows'
import { useDocumentView } from '../document-view'
import { arrowTexts } from '../arrow-texts'
import { formTexts } from '../form/form-texts'
import { back, doInPlay, playFrom, usePlay, changeInPlay } from './state'
import './play.css'
import { pathFrom } from '../../../shared/base/paths'
import { altOf } from '../../../shared/words/alt-text'
import { Picture } from '../../ui/Picture'
import { useArrow } from '../state'
import { ValueField } from '../form/logic'

/** The current variables and tags of the play; each can be changed. */
function PlayValues({ document, state }: { document: ArrowDocument; state: PlayState }): ReactElement {
  const isWatching = usePlay((s) => s.isWatching)
  const { variables, characters } = document.resources
  const listed = [...variables].flatMap(([id, variable]): (readonly [ArrowId, ArrowVariable, PlayValue])[] => {
    const value = state.variables[id] ?? variable.init
    return isWatching && value === variable.init ? [] : [[id, variable, value]]
  })
  const tagged = [...characters].flatMap(([id, { name, color, tags }]) => {
    const now = state.tags[id] ?? {}
    const keys = Object.keys(now).filter((key) => !isWatching || now[key] !== tags?.[key])
    return keys.length === 0 ? [] : [{ id, name, color, keys, now, first: tags ?? {} }]
  })
  return (
    <section className="arrow-watch">
      <header>
        <h3>Variables</h3>
        <label>
          <input type="checkbox" checked={isWatching} onChange={({ target }) => usePlay.set({ isWatching: target.checked })} /> Show changed values
          only
        </label>
      </header>
      {listed.length === 0 && <p className="quiet">None</p>}
      {listed.map(([id, { name, type, init }, value]) => (
        <div key={id} className={value === init ? '' : 'changed'}>
          <ValueField type={type} label={name} value={value} onChange={(next) => changeInPlay({ variable: id, value: next })} />
        </div>
      ))}
      {tagged.length > 0 && <h3>Tags</h3>}
      {tagged.map(({ id, name, color, keys, now, first }) => (
        <div key={id}>
          <p>
            <span className="arrow-dot" style={{ background: cssColor(color) }} /> {name}
          </p>
          {keys.map((key) => (
            <div key={key} className={now[key] === first[key] ? '' : 'changed'}>
              <LiveText label={key} value={now[key] ?? ''} onChange={(value) => changeInPlay({ character: id, key, value })} />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

interface TextPictureProps {
  value: string | undefined
  size?: readonly [number, number | undefined] | undefined
  alt: string | undefined
}

/** A picture in a text of the story: a file of the campaign, or else its address. Nothing is fetched from the web. */
function TextPicture({ value = '', size, alt }: TextPictureProps): ReactElement {
  const document = useArrow((s) => s.path)
  const path = document === undefined || /^https?:/i.test(value) ? undefined : pathFrom(document, value)
  return path === undefined || value === '' ? (
    <i className="arrow-no-picture">{value}</i>
  ) : (
    <Picture path={path} alt={altOf({ file: value, alt })} size={size} />
  )
}

/** A text of the story with its formats. `node` describes its pictures. Addresses appear as text: nothing is fetched, nothing is HTML. */
function MarkupText({ text, node }: { text: string; node: ArrowNode | undefined }): ReactElement {
  const pieces = useMemo(() => parseMarkup(text), [text])
  return <>{pieces.map((piece, key) => drawn(piece, key, node))}</>
}

function drawn(piece: Piece, key: number, node: ArrowNode | undefined): ReactNode {
  if (typeof piece === 'string') return piece
  const inner = piece.children.map((one, at) => drawn(one, at, node))
  switch (piece.tag) {
    case 'b':
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return <b key={key}>{inner}</b>
    case 'i':
      return <i key={key}>{inner}</i>
    case 'u':
      return <u key={key}>{inner}</u>
    case 'img':
      return <TextPicture key={key} value={piece.value} size={piece.size} alt={describedIn(node, piece.value ?? '')} />
    case 'br':
      return <br key={key} />
    case 'color':
      return (
        <span key={key} style={piece.value === undefined ? {} : { textDecoration: `underline 2px ${piece.value}` }}>
          {inner}
        </span>
      )
    default:
      return <span key={key}>{inner}</span>
  }
}

const t = arrowTexts.play

/** Plays the document beside its graph: the page with its choices, and the current variables and tags. */
export function PlayPanel(): ReactElement {
  const shown = useDocumentView()
  const state = usePlay((s) => (s.path === shown?.path ? s.state : undefined))
  const problems = usePlay((s) => s.problems)
  const seed = usePlay((s) => s.seed)
  if (!shown) return <Blank title={formTexts.panel.nothing}>{formTexts.panel.nothingHint}</Blank>
  const { document, scene } = shown
  const entry = document.resources.scenes.get(scene)?.entry
  return (
    <Scroll className="panel arrow-play" label={t.tab}>
      <header className="arrow-play-head">
        <Button label="Play the document" icon={<CirclePlay size={13} />} small onClick={() => playFrom(undefined)} />
        <Button label="Play this scene" small onClick={() => playFrom(entry)} />
        <CommandButton id="arrow.play" className="small" icon={<CirclePlay size={13} />} />
        <IconButton label={t.back} icon={<Undo2 size={14} />} small title={t.back} disabled={!state || state.past.length === 0} onClick={back} />
      </header>
      {state ? (
        <>
          <Page document={document} state={state} />
          {problems.map((text) => (
            <p key={text} className="fault">
              {text}
            </p>
          ))}
          {pendingNodes(state).length === 0 && <p className="arrow-over">The scene is over.</p>}
          <PlayValues document={document} state={state} />
        </>
      ) : (
        <p className="quiet arrow-idle">You make the choices, and the graph highlights the node that is playing.</p>
      )}
      <div className="arrow-seed">
        <LiveNumber label="Seed" value={seed} onChange={(next) => usePlay.set({ seed: next })} />
      </div>
    </Scroll>
  )
}

/** The number of recent nodes on the page. */
const MAX_SHOWN = 60

/** Types that show something to the player. */
const SHOWS: ReadonlySet<string> = new Set(['content', 'monolog', 'dialog', 'interaction', 'user_input'])

function Page({ document, state }: { document: ArrowDocument; state: PlayState }): ReactElement {
  const end = useRef<HTMLDivElement>(null)
  const last = state.count
  const nodes = state.open.filter(({ type, skipped }) => SHOWS.has(type) && !skipped).slice(-MAX_SHOWN)
  useEffect(() => {
    if (last > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    <div className="arrow-page" role="log" aria-label="Text played so far">
      {nodes.map((node) => (
        <Shown key={node.serial} node={node} document={document} />
      ))}
      <div ref={end} />
    </div>
  )
}

/** A node of the page, with the player's choices. */
function Shown({ node, document }: { node: OpenNode; document: ArrowDocument }): ReactElement {
  const { id, type, shown, serial } = node
  const waits = isPending(node)
  const who = type === 'dialog' || type === 'monolog' ? shown.character : undefined
  const data = document.resources.nodes.get(id)
  const color = data && cssColor(document.resources.characters.get(Number(dataOf(data, 'character')))?.color)
  const options = shown.lines ?? shown.actions
  return (
    <article className={`arrow-shown ${waits ? 'waits' : ''}`}>
      <button type="button" className="arrow-shown-link quiet" onClick={() => showNode(id)} title={`Show ${nodeLabel(document, id)} on the graph`}>
        {who === undefined ? (
          typeLabel(type)
        ) : (
          <>
            <span className="arrow-dot" style={{ background: color }} /> {who}
          </>
        )}
      </button>
      {shown.title !== undefined && shown.title !== '' && (
        <h4>
          <MarkupText text={shown.title} node={data} />
        </h4>
      )}
      {shown.text !== undefined && shown.text !== '' && (
        <p>
          <MarkupText text={shown.text} node={data} />
        </p>
      )}
      {shown.prompt !== undefined && <p>{shown.prompt}</p>}
      {shown.taken !== undefined && <p className="arrow-taken">{shown.taken}</p>}
      {waits && options && (
        <ul className="arrow-choices">
          {options.map((text, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a choice is its place
            <li key={index}>
              <button type="button" className="arrow-choice" onClick={() => doInPlay({ do: 'choose', index, node: serial })}>
                {text === '' ? arrowTexts.card.empty.line : text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {waits && type === 'user_input' && <Answer node={node} document={document} />}
      {waits && (type === 'content' || type === 'monolog') && (
        <Button label="Continue" small onClick={() => doInPlay({ do: 'continue', node: serial })} />
      )}
    </article>
  )
}

/** The answer field of a user input. */
function Answer({ node, document }: { node: OpenNode; document: ArrowDocument }): ReactElement {
  const refused = usePlay((s) => s.refused)
  const data = document.resources.nodes.get(node.id)
  const variable = document.resources.variables.get(Number(data && dataOf(data, 'variable')))
  const customData = data && dataOf(data, 'custom')
  const custom = Array.isArray(customData) ? customData : []
  const first = variable?.type === 'num' ? (custom[3] ?? 0) : variable?.type === 'bool' ? custom[2] === true : (custom[1] ?? '')
  const [value, setValue] = useState(typeof first === 'string' || typeof first === 'number' ? String(first) : '')
  const [isOn, setOn] = useState(first === true)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    doInPlay({ do: 'input', value: variable?.type === 'bool' ? isOn : value, node: node.serial })
  }
  return (
    <form className="arrow-answer" onSubmit={submit}>
      {variable?.type === 'bool' ? (
        <label className="arrow-check">
          <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
          {String(custom[isOn ? 1 : 0] ?? (isOn ? formTexts.fields.true : formTexts.fields.false))}
        </label>
      ) : (
        <input
          className="field-input"
          dir="auto"
          aria-label="Answer"
          inputMode={variable?.type === 'num' ? 'numeric' : 'text'}
          placeholder={variable?.type === 'str' && typeof custom[2] === 'string' ? custom[2] : ''}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      <Button label="Answer with this" small main submit />
      <Button label="Skip" small onClick={() => doInPlay({ do: 'skip', node: node.serial })} />
      {refused !== undefined && <p className="fault">{refused}</p>}
    </form>
  )
}
