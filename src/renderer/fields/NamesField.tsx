import { X } from 'lucide-react'
import { useRef, type ReactElement } from 'react'
import type { NameKind } from '../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../shared/story/rule-names'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { IconButton } from '../ui/Parts'
import { AddName } from './AddEntry'
import type { Names } from './find-names'
import { titleOf } from './names'
import { fieldTexts as t } from './texts'

interface NamesFieldProps {
  label: string
  hint?: string
  kind: NameKind
  names: Names
  ids: readonly string[]
  /** Whether facts that must not hold are offered too, with a `!` before their ids. */
  isNot?: boolean
  /** Saves the ids that `change` makes of those there are then. */
  onChange: (change: (ids: readonly string[]) => readonly string[]) => Promise<unknown>
}

/** A field for several things with names: each is chosen, or created, and can be removed. */
export function NamesField({ label, hint = '', kind, names, ids, isNot = false, onChange }: NamesFieldProps): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const nameOf = (id: string): string => (isNot && id.startsWith('!') ? t.not(titleOf(names, kind, id.slice(1))) : titleOf(names, kind, id))
  const box = useRef<HTMLFieldSetElement>(null)
  // The focus moves to the next one, else to the button that adds one.
  const remove = async (id: string): Promise<void> => {
    const at = ids.indexOf(id)
    await onChange((all) => all.filter((one) => one !== id))
    if (document.activeElement === document.body) box.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <fieldset ref={box} className="field bare">
      <legend>{label}</legend>
      {hint !== '' && <p className="hint">{hint}</p>}
      <ul className="form-names">
        {ids.map((id) => (
          <li key={id}>
            <span className="clip">{nameOf(id)}</span>
            {!closed && <IconButton label={t.take(nameOf(id))} small icon={<X size={13} />} onClick={() => void remove(id)} />}
          </li>
        ))}
      </ul>
      {!closed && (
        <AddName
          label={t.add(KIND_NOUNS[kind])}
          kind={kind}
          names={names}
          isNot={isNot}
          without={(id) => ids.includes(id)}
          onChoose={(id) => onChange((all) => (all.includes(id) ? all : [...all, id]))}
        />
      )}
    </fieldset>
  )
}
