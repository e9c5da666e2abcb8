import type { ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import { fold, freeName, slug } from '../../../shared/story/names'
import { factionOf } from '../../../shared/story/story-state'
import { ChooserField } from '../../fields/ChooserField'
import { NEW } from '../../fields/find-names'
import { chosenName } from '../../fields/names'
import { editWorld } from '../../fields/save-edits'
import { fieldTexts as t } from '../../fields/texts'
import { useSession } from '../../session'
import type { Choosable } from '../../ui/Chooser'
import { putEntry } from './lists'

const NEW_FACTION = `${NEW} faction `

interface WhoFieldProps {
  label: string
  hint: string
  /** Who is chosen now; empty if nobody is. */
  id: string
  /** Whether nobody can be chosen, which is the empty id. */
  isOptional: boolean
  onChoose: (id: string) => unknown
}

/** A field for a character or a faction: one that exists, or a new one. */
export function WhoField({ label, hint, id, isOptional, onChoose }: WhoFieldProps): ReactElement | null {
  const state = useSession((s) => s.snapshot?.state)
  if (!state) return null
  const { actors, factions } = state
  const all: Choosable[] = [
    ...Object.entries(actors).map(([who, { name }]) => ({ id: who, label: name })),
    ...Object.keys(factions).map((who) => ({ id: who, label: factionOf(state, who)?.name ?? who, group: 'Faction' }))
  ]
  const find = (query: string): readonly Choosable[] => {
    const words = fold(query).split(/\s+/).filter(Boolean)
    const name = query.trim()
    const found = all.filter((one) => words.every((word) => fold(`${one.label} ${one.id}`).includes(word)))
    if (name === '') return isOptional && id !== '' ? [{ id: '', label: t.unset }, ...found] : found
    if (found.some((one) => fold(one.label) === fold(name))) return found
    return [...found, { id: NEW + name, label: `New character “${name}”` }, { id: NEW_FACTION + name, label: `New faction “${name}”` }]
  }
  const choose = async (option: string): Promise<void> => {
    if (!option.startsWith(NEW_FACTION)) {
      const chosen = await chosenName('character', option)
      if (chosen !== undefined) await onChoose(chosen)
      return
    }
    const name = option.slice(NEW_FACTION.length)
    const faction = freeName(slug(name), (one) => own(factions, one) !== undefined || own(actors, one) !== undefined)
    if (await editWorld(putEntry('faction', undefined, faction, { name }))) await onChoose(faction)
  }
  return (
    <ChooserField
      label={label}
      hint={hint}
      words={id === '' ? t.unset : (all.find((one) => one.id === id)?.label ?? id)}
      title={label}
      none="There is nobody yet. Type a name to create somebody."
      find={find}
      onChoose={(option) => void choose(option)}
    />
  )
}
