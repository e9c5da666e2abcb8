import { Menu } from '@base-ui/react/menu'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { wordCount } from '../../../shared/words/word-count'
import { isEditable } from '../../editing'
import { arrange, useSession } from '../../session'
import { counted } from '../../ui/amounts'
import { anchorAt, MenuItem, MenuPopup } from '../../ui/Menu'
import { texts } from '../../ui/texts'
import { addCampaignWord, isMisspelled, suggestionsFor, useCampaignWords, useProse } from './campaign-words'
import type { Editor, EditorHost, EditorSpot } from './editor'
import { links } from './links'
import './prose-editor.css'

type EditorModule = typeof import('./editor')

let loaded: EditorModule | undefined
const load = async (): Promise<EditorModule> => (loaded ??= await import('./editor'))

interface ProseEditorProps {
  label: string
  /** Attributes of the text: its id, its `data-` attributes, its hint. */
  attributes: Readonly<Record<string, string | undefined>>
  /** The text, with LF line ends. */
  value: string
  /** The saved text. Saving it ends what the editor itself can undo. */
  saved: string
  isDraft: boolean
  isReadOnly: boolean
  className?: string
  onChange: (text: string) => void
  /** Gets what puts a paragraph below the line with the caret, once the editor is there. */
  onReady?: (insertBelow: (paragraph: string) => void) => void
  /** Ctrl+Enter. */
  onSubmit: () => void
  onEscape: (event: KeyboardEvent) => void
  onBlur: () => void
}

/** An editor of prose: plain text with links, spelling and a word count. Tab leaves it, and it undoes its own draft. */
export function ProseEditor(props: ProseEditorProps): ReactElement {
  const { label, attributes, value, saved, isDraft, isReadOnly, className = '' } = props
  const [module, setModule] = useState(loaded)
  const [spot, setSpot] = useState<EditorSpot>()
  const box = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const latest = useRef({ ...props, isChoosing: false })
  useLayoutEffect(() => {
    latest.current = { ...props, isChoosing: spot !== undefined }
  })
  useEffect(() => {
    if (!module) void load().then(() => setModule(loaded))
  }, [module])
  useCampaignWords()
  useLayoutEffect(() => {
    if (!module || !box.current) return undefined
    const host: EditorHost = {
      change: (text) => latest.current.onChange(text),
      isDraft: () => latest.current.isDraft,
      links,
      isMisspelled,
      menu: (at) => {
        latest.current.isChoosing = true
        setSpot(at)
        return true
      }
    }
    const mounted = module.mountEditor(box.current, latest.current.value, host)
    setEditor(mounted)
    latest.current.onReady?.((paragraph) => mounted.insertBelow(paragraph))
    return () => mounted.remove()
  }, [module])
  const described = JSON.stringify({ 'aria-label': label, 'aria-multiline': 'true', 'aria-readonly': String(isReadOnly), ...attributes })
  useLayoutEffect(() => editor?.attributes(JSON.parse(described) as Record<string, string>, isReadOnly), [editor, described, isReadOnly])
  useLayoutEffect(() => editor?.put(value), [editor, value])
  const settled = useRef(saved)
  useEffect(() => {
    if (isDraft || settled.current === saved) return
    settled.current = saved
    editor?.settle()
  }, [editor, isDraft, saved])
  useEffect(() => editor && followMarks(editor), [editor])

  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that the editor used, such as Esc for its list, is not the form's.
    if (event.defaultPrevented) return event.stopPropagation()
    if (event.key === 'Escape') props.onEscape(event)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      props.onSubmit()
    }
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the text in it has the keys of a field */}
      <div
        ref={box}
        className={`field-input room prose-editor ${className}`}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          // A click below a short text is one behind its end.
          if (event.target !== event.currentTarget || event.button !== 0 || !editor) return
          event.preventDefault()
          editor.focusEnd()
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!latest.current.isChoosing && !currentTarget.contains(relatedTarget)) props.onBlur()
        }}
      >
        {!module && <p className="prose-waits">{value}</p>}
      </div>
      <WordCount text={value} />
      {spot && (
        <SpotMenu
          spot={spot}
          isReadOnly={isReadOnly}
          onReplace={(text) => editor?.replace(spot.from, spot.to, text)}
          onClose={() => setSpot(undefined)}
          onFocus={() => editor?.focus()}
        />
      )}
    </>
  )
}

/** Marks the text again whenever names, words or the switch for spelling change. Returns a function that ends that. */
function followMarks(editor: Editor): () => void {
  const now = (): readonly unknown[] => {
    const { snapshot, desk } = useSession.getState()
    const { names, known, verdicts } = useProse.get()
    return [names, known, verdicts, snapshot?.state, desk.spelling]
  }
  let last = now()
  return useSession.subscribe(() => {
    const next = now()
    if (next.every((one, i) => one === last[i])) return
    last = next
    editor.mark()
  })
}

/** The number of words of a text; nothing without any. */
function WordCount({ text }: { text: string }): ReactElement | null {
  const settled = useDeferredValue(text)
  const count = useMemo(() => wordCount(settled), [settled])
  return count === 0 ? null : <span className="prose-count numbers">{counted(count, 'word')}</span>
}

interface SpotMenuProps {
  spot: EditorSpot
  isReadOnly: boolean
  onReplace: (text: string) => void
  onClose: () => void
  onFocus: () => void
}

/** The menu of a misspelled word or of a link. */
function SpotMenu({ spot: { text, link, x, y }, isReadOnly, onReplace, onClose, onFocus }: SpotMenuProps): ReactElement {
  const [suggestions, setSuggestions] = useState<readonly string[]>()
  useEffect(() => {
    if (link === undefined) void suggestionsFor(text).then(setSuggestions)
  }, [text, link])
  const run = (action: () => unknown) => () => queueMicrotask(action)
  const isKnown = link !== undefined && links.isKnown(link)
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <MenuPopup
        anchor={anchorAt({ x, y })}
        align="start"
        finalFocus={() => {
          onFocus()
          return false
        }}
      >
        {link !== undefined ? (
          isKnown ? (
            <MenuItem label={`Open ${link}`} shortcut="f12" onClick={run(() => links.follow(link))} />
          ) : (
            <MenuItem label={texts.nothingNamed(link)} disabled />
          )
        ) : (
          <>
            {!isReadOnly && suggestions?.map((one) => <MenuItem key={one} label={<b>{one}</b>} onClick={run(() => onReplace(one))} />)}
            {!isReadOnly && suggestions === undefined && <MenuItem label="Looking for suggestions…" disabled />}
            {!isReadOnly && suggestions?.length === 0 && <MenuItem label="No suggestions" disabled />}
            {isEditable() && <MenuItem label={`Add “${text}” to the campaign’s words`} onClick={run(() => addCampaignWord(text))} />}
            <MenuItem label="Turn off the spelling check" onClick={run(() => arrange({ spelling: false }))} />
          </>
        )}
      </MenuPopup>
    </Menu.Root>
  )
}
