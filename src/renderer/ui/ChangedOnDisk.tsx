import type { ReactElement, ReactNode } from 'react'
import { Button } from './Parts'

interface Props {
  /** What has changed: a "file", a "note". */
  what: string
  /** Whether the file was removed. */
  isGone: boolean
  onKeep: (version: 'mine' | 'theirs') => void
  /** Buttons for other answers, which need the version on disk. */
  children: ReactNode
}

/** Asks which version of a file to keep if it changed on disk while it had unsaved changes. */
export function ChangedOnDisk({ what, isGone, onKeep, children }: Props): ReactElement {
  const title = `The ${what} has changed on disk.`
  return (
    <section className="banner" aria-label={title} role="alert">
      <p>
        <b>{title}</b>{' '}
        {isGone
          ? 'It was removed or renamed while you had unsaved changes here. Saving creates it again.'
          : 'It was edited outside or in another window while you had unsaved changes here. Which version do you want to keep?'}
      </p>
      <span className="banner-buttons">
        <Button label="Keep mine" small onClick={() => onKeep('mine')} />
        {!isGone && <Button label="Use the version on disk" small onClick={() => onKeep('theirs')} />}
        {!isGone && children}
      </span>
    </section>
  )
}
