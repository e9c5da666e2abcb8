import { SendHorizontal, Square } from 'lucide-react'
import { useEffect, type FormEvent, type KeyboardEvent, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { DesignDocuments } from '../design/DesignDocuments'
import { arrange } from '../../session'
import { nodeLabel } from '../outline/rows'
import { Blank, Button, Scroll } from '../../ui/Parts'
import { useDocumentView, type DocumentView } from '../document-view'
import { currentOf, selectedNodes, useArrow } from '../state'
import { AssistantChanges } from './AssistantChanges'
import { learnModel } from './model'
import { answererOf, EMPTY_CONVERSATION, useAssistant, type AssistantConversation, type ChatMessage } from './state'
import { ask, stopAsking } from './talk'
import { assistantTexts as t } from './assistant-texts'
import { useChanges } from './use-changes'
import { AssistantPicker } from './AssistantPicker'
import './assistant.css'
import { counted } from '../../ui/amounts'

/** The conversation with the assistant about the document in view: its messages, its changes, and the field for requests. */
export function AssistantPanel(): ReactElement {
  const shown = useDocumentView()
  const isBroken = useArrow((s) => s.path !== undefined && Object.hasOwn(s.broken, s.path))
  if (isBroken) return <Blank title="This document can’t be read">Press Repair beside the problem first. Then ask here.</Blank>
  if (!shown) return <Blank title="No document is open">Open a document from the list, or create one. Then ask here for what the scene needs.</Blank>
  return <Talk shown={shown} />
}

function Talk({ shown }: { shown: DocumentView }): ReactElement {
  const { path, document, why } = shown
  const conversation = useAssistant((s) => s.conversations[path] ?? EMPTY_CONVERSATION)
  const changes = useChanges(path, document)
  const { going } = conversation
  // The price of a request is queried when the panel is opened and after each request.
  useEffect(() => {
    if (going === 'no') void learnModel(path)
  }, [path, going])
  return (
    <div className="panel assistant">
      <AssistantPicker conversation={conversation} />
      <Scroll className="assistant-talk" label="Assistant">
        <Log conversation={conversation} />
        {conversation.said.length === 0 && <Examples path={path} />}
        {changes && <AssistantChanges path={path} document={document} changes={changes} isClosed={going !== 'no' || why !== undefined} />}
        <Bottom talk={conversation} />
        <DesignDocuments />
      </Scroll>
      {why === undefined ? <Field shown={shown} going={going} /> : <p className="assistant-closed">{why}</p>}
    </div>
  )
}

/** Keeps the end of the conversation in view: its key changes with every new message. */
const Bottom = ({ talk: { said, draft, going } }: { talk: AssistantConversation }): ReactElement => (
  <span key={`${said.length} ${draft.length} ${going}`} ref={(end) => void (said.length > 0 && end?.scrollIntoView({ block: 'nearest' }))} />
)

/** The messages. Screen readers announce only complete ones; the draft is visible while it grows. */
function Log({ conversation: { said, draft, going } }: { conversation: AssistantConversation }): ReactElement {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a log */}
      <div role="log" aria-label="Conversation with the assistant" className="assistant-log">
        {said.map((one) => (
          <Words key={one.id} said={one} />
        ))}
      </div>
      {draft !== '' && (
        <p className="assistant-said by-assistant is-draft" aria-hidden="true">
          {draft}
        </p>
      )}
      {going !== 'no' && <output className="assistant-going quiet">{going === 'yes' ? 'The assistant is working…' : 'Stopping…'}</output>}
    </>
  )
}

const Words = ({ said: { by, text } }: { said: ChatMessage }): ReactElement => (
  <p className={`assistant-said by-${by}`}>
    {by === 'you' && <span className="unseen">You: </span>}
    {text}
  </p>
)

/** The kinds of requests that the assistant understands, with examples to start from. */
function Examples({ path }: { path: string }): ReactElement {
  const isModel = useAssistant((s) => answererOf(s) === 'model')
  const one = useArrow(currentOf)
  return (
    <div className="assistant-examples">
      <p>{isModel ? 'Say what the scene needs. The model sees the document, the open scene and what is selected.' : t.understands}</p>
      <h3>Examples</h3>
      <ul>
        {(one ? t.exampleList(one.document) : []).map((text) => (
          <li key={text}>
            <button
              type="button"
              className="assistant-example"
              onClick={() => {
                write(path, text)
                focusField()
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const write = (path: string, text: string): void => useAssistant.set({ fields: { ...useAssistant.get().fields, [path]: text } })

const focusField = (): void => document.querySelector<HTMLElement>('.assistant-field textarea')?.focus()

/** Shows the panel and focuses its field. */
export function openAssistant(): void {
  flushSync(() => arrange({ side: 'arrow-assistant' }))
  focusField()
}

/** The field for requests, and the scene and selection that they will refer to. */
function Field({ shown, going }: { shown: DocumentView; going: AssistantConversation['going'] }): ReactElement {
  const { path } = shown
  const text = useAssistant((s) => s.fields[path] ?? '')
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault()
    if (text.trim() === '' || going !== 'no') return
    ask(text)
    write(path, '')
  }
  return (
    <form className="assistant-field" onSubmit={send}>
      <p className="quiet clip" id="assistant-place" title={placeWords(shown)}>
        {placeWords(shown)}
      </p>
      <textarea
        className="field-input"
        rows={3}
        aria-label="Request to the assistant"
        aria-describedby="assistant-place"
        placeholder="Ask for what the scene needs…"
        maxLength={20_000}
        value={text}
        onChange={({ target }) => write(path, target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
        }}
      />
      {going === 'no' ? (
        <Button label="Send" icon={<SendHorizontal size={13} aria-hidden="true" />} small main submit disabled={text.trim() === ''} />
      ) : (
        <Button label="Stop" icon={<Square size={13} aria-hidden="true" />} small disabled={going === 'stopping'} onClick={() => stopAsking(path)} />
      )}
    </form>
  )
}

/** The open scene and the selection, as the assistant receives them. */
function placeWords({ document, scene, selection }: DocumentView): string {
  const ids = selectedNodes(selection).filter((id) => document.resources.nodes.has(id))
  const [only] = ids
  if (ids.length > 1) return `Selected: ${counted(ids.length, 'node')}; new nodes follow the last one.`
  if (only !== undefined) return `Selected: “${nodeLabel(document, only)}”; new nodes follow it.`
  const { name = '', entry = -1 } = document.resources.scenes.get(scene) ?? {}
  return document.resources.nodes.has(entry)
    ? `In “${name}”. New nodes follow the last one you added, or ${nodeLabel(document, entry)}.`
    : `In “${name}”.`
}
