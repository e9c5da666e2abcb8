import { CirclePlay, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import { type ArrowDocument, dataOf, isPending, type OpenNode, pendingNodes, type PlayState } from '../../../arrow'
import { LiveNumber } from '../form/controls'
import { Blank, Button, CommandButton, IconButton, Scroll } from '../../ui/Parts'
import { showNode } from '../edits'
import { cssColor, typeLabel } from '../graph/cards'
import { nodeLabel } from '../outline/rows'
import { useDocumentView } from '../document-view'
import { arrowTexts } from '../arrow-texts'
import { formTexts } from '../form/form-texts'
import { MarkupText } from './MarkupText'
import { back, doInPlay, playFrom, usePlay } from './state'
import { PlayValues } from './PlayValues'
import './play.css'

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
