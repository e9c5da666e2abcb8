import { Fragment, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import { uneditableReason } from '../../editing'
import { follow } from '../../prose/follow'
import { useSession } from '../../session'
import { withNumber } from '../../store/beats'
import { run } from '../../ui/commands'
import { texts } from '../../ui/texts'
import { keepVersion } from '../documents'
import { useWorkshop } from '../state'
import { workshopTexts } from '../texts'
import { Button, LinkButton } from '../../ui/Parts'

const t = workshopTexts

/** Asks which version of a file to keep if it changed on disk and has unsaved changes. */
export function Changed({ path }: { path: string }): ReactElement | null {
  const one = useWorkshop((s) => own(s.open, path))
  if (one?.theirs === undefined) return null
  const { theirs } = one
  return (
    <section className="banner" aria-label={t.changed.title} role="alert">
      <p>
        <b>{t.changed.title}</b>{' '}
        {theirs === null
          ? 'It was removed or renamed while you had unsaved changes here.'
          : 'It was edited outside or in another window while you had unsaved changes here. Which version do you want to keep?'}
      </p>
      <span className="banner-buttons">
        <Button label="Keep mine" small onClick={() => keepVersion(path, 'mine')} />
        {theirs && <Button label="Use the version on disk" small onClick={() => keepVersion(path, 'theirs')} />}
        {theirs && <Button label="Merge…" main small onClick={() => useWorkshop.set({ comparison: { what: 'three', path } })} />}
      </span>
    </section>
  )
}

/** Says that the file in the folder is not part of the story, and why. */
export function Held({ path }: { path: string }): ReactElement | null {
  const edit = useSession((s) => s.present?.edits.find((one) => one.path === path))
  const isDirty = useWorkshop((s) => own(s.open, path)?.isDirty === true)
  const isShut = useSession((s) => uneditableReason(s) !== undefined)
  if (!edit) return null
  return (
    <section className={`banner ${edit.problem ? 'bad' : ''}`} aria-label={edit.problem ? t.held.title : t.held.outside}>
      {edit.problem ? (
        <p>
          <b>{t.held.title}</b> {edit.problem.message}{' '}
          {path.startsWith('rules/')
            ? 'The table keeps using the previous version of the rule.'
            : 'The story keeps using the previous version of the file.'}
        </p>
      ) : (
        <p>{t.held.outside}</p>
      )}
      {!edit.problem && !isDirty && !isShut && (
        <span className="banner-buttons">
          <Button label="Save as a beat" main small onClick={() => run('workshop.save')} />
        </span>
      )}
    </section>
  )
}

/** Above a ruling: the beats that it is about. */
export function Ruled({ path }: { path: string }): ReactElement | null {
  const beats = useSession((s) => s.present?.lore.topics.find((topic) => topic.path === path)?.beats)
  const line = useSession((s) => s.line)
  const known = beats?.filter((n) => withNumber(line, n) !== undefined) ?? []
  if (known.length === 0) return null
  return (
    <section className="banner" aria-label={texts.rulings.title}>
      <p>
        This ruling is about{' '}
        {known.map((n, i) => (
          <Fragment key={n}>
            {i > 0 && ', '}
            <LinkButton label={`beat ${n}`} onClick={() => follow({ what: 'beat', n })} />
          </Fragment>
        ))}
        .
      </p>
    </section>
  )
}

/** Says that the past is shown. */
export function Past(): ReactElement {
  return (
    <section className="banner" aria-label={t.editor.past}>
      <p>{t.editor.past}</p>
    </section>
  )
}
