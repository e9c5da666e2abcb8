import { useEffect, useRef, useState, type ReactElement } from 'react'
import { useWorkshop } from '../state'
import { workshopTexts } from '../texts'
import { focusTree } from '../focus'
import { applyPath, badPath } from './change'
import { Form } from '../../ui/Field'

const t = workshopTexts.naming

/** Shown above the tree to enter a path: of a new file, of a copy, or the new path of a file. */
export function PathBar(): ReactElement | null {
  const naming = useWorkshop((s) => s.naming)
  return naming ? <Bar key={`${naming.what} ${naming.path}`} what={naming.what} path={naming.path} /> : null
}

function Bar({ what, path }: { what: 'create' | 'copy' | 'move'; path: string }): ReactElement {
  const [text, setText] = useState(path)
  const [isTouched, setIsTouched] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The name is selected, without its folder and extension.
  useEffect(() => {
    const name = path.lastIndexOf('/') + 1
    const dot = path.indexOf('.', name)
    field.current?.focus()
    field.current?.setSelectionRange(name, dot < 0 ? path.length : dot)
  }, [path])
  const fault = badPath(text.trim(), what === 'move' ? path : undefined)
  const close = (): void => {
    useWorkshop.set({ naming: undefined })
    focusTree()
  }
  return (
    <Form
      className="workshop-path"
      onSubmit={() => {
        setIsTouched(true)
        if (fault === undefined) void applyPath(text)
      }}
    >
      <label htmlFor="workshop-path">{t.labels[what]}</label>
      <input
        ref={field}
        id="workshop-path"
        className="input mono"
        value={text}
        maxLength={1000}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isTouched && fault !== undefined}
        aria-describedby="workshop-path-hint"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
      />
      <span id="workshop-path-hint" className={isTouched && fault !== undefined ? 'fault' : 'hint'}>
        {isTouched && fault !== undefined ? fault : 'Enter applies, Esc cancels.'}
      </span>
    </Form>
  )
}
