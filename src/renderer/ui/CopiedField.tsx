import type { ReactElement } from 'react'
import { notify } from '../session'
import { Button } from './Parts'

/** Copies a text, and says so. `what`: its name in the sentence. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(`Copied the ${what}.`)
  } catch {
    notify('Couldn’t write to the clipboard. Select the text and press the copy keys instead.')
  }
}

interface CopiedFieldProps {
  label: string
  /** What it belongs to, for the names of its controls. */
  of: string
  text: string
}

/** A text to copy. It can be selected too, where the clipboard can't be used. */
export function CopiedField({ label, of: name, text }: CopiedFieldProps): ReactElement {
  const copy = (): void => void copyText(text, label.toLowerCase())
  return (
    <div className="copied-field">
      <span className="hint">{label}</span>
      <input className="field-input mono" aria-label={`${label} ${name}`} value={text} readOnly spellCheck={false} />
      <Button label="Copy" aria-label={`Copy ${label.toLowerCase()} ${name}`} onClick={copy} />
    </div>
  )
}
