import { Plus } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import type { NameKind } from '../../shared/contract/language-calls'
import { Chooser } from '../ui/Chooser'
import { TextField } from '../ui/Field'
import { Button } from '../ui/Parts'
import { findFacts, findNames, type Names } from './find-names'
import { chosenName } from './names'
import { fieldTexts as t } from './texts'

interface AddNameProps {
  label: string
  kind: NameKind
  names: Names
  without?: (id: string) => boolean
  /** Whether facts that must not hold are offered too, with a `!` before their ids. */
  isNot?: boolean
  onChoose: (id: string) => unknown
}

/** A button that adds something with a name: one that exists, or a new one. */
export function AddName({ label, kind, names, without, isNot, onChoose }: AddNameProps): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Plus size={13} />} label={label} small className="adds" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && (
        <Chooser
          title={label}
          placeholder={t.placeholder}
          none={names.length === 0 ? t.reading : t.none}
          isWaiting={names.length === 0}
          find={isNot ? findFacts(names, without) : findNames(names, kind, without)}
          onChoose={(one) => void chosenName(kind, one.id).then((id) => id !== undefined && onChoose(id))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface AddTextProps {
  label: string
  /** The label of the field for the text. */
  field: string
  /** Resolves with undefined if it was refused. */
  onAdd: (text: string) => Promise<unknown>
}

/** A button that becomes a field. Enter adds its text and keeps the field for the next one; Esc closes it. */
export function AddText({ label, field, onAdd }: AddTextProps): ReactElement {
  const [text, setText] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const close = (): void => {
    flushSync(() => setText(undefined))
    button.current?.focus()
  }
  const open = (): void => {
    flushSync(() => setText(''))
    input.current?.focus()
  }
  if (text === undefined) return <Button icon={<Plus size={13} />} label={label} small className="adds" ref={button} onClick={open} />
  const add = async (): Promise<void> => {
    const typed = text.trim()
    if (typed !== '' && (await onAdd(typed)) !== undefined) setText('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void add()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <div className="adding">
      <TextField ref={input} label={field} value={text} maxLength={2000} onChange={setText} onKeyDown={onKeyDown} />
      <Button label={label} small disabled={text.trim() === ''} onClick={() => void add()} />
    </div>
  )
}
