import { Plus } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { own } from '../../../shared/base/json'
import { fold, freeName, slug } from '../../../shared/story/names'
import { factionOf } from '../../../shared/story/story-state'
import { uneditableReason } from '../../editing'
import { ChooserField } from '../../fields/ChooserField'
import { NEW } from '../../fields/find-names'
import { chosenName } from '../../fields/names'
import { editWorld } from '../../fields/save-edits'
import { fieldTexts } from '../../fields/texts'
import { useSession } from '../../session'
import { Chooser, type Choosable } from '../../ui/Chooser'
import { Button } from '../../ui/Parts'
import { putEntry } from './lists'
import { storyTexts as t } from './texts'

const NEW_FACTION = `${NEW} faction `
const NOBODY = {}

/** The characters and factions as pickers offer them. */
interface Who {
  nameOf: (id: string) => string
  /** The options that match a query, last those that create a character with that name. */
  find: (query: string, without: (id: string) => boolean) => readonly Choosable[]
  /** The id of a chosen option; creates a character or faction first if the option says so. */
  choose: (option: string) => Promise<string | undefined>
}

export function useWho(): Who {
  const state = useSession((s) => s.snapshot?.state)
  const { actors, factions } = state ?? { actors: NOBODY, factions: NOBODY }
  const all: Choosable[] = [
    ...Object.entries(state?.actors ?? {}).map(([who, { name }]) => ({ id: who, label: name })),
    ...Object.keys(factions).map((who) => ({ id: who, label: factionOf({ factions }, who)?.name ?? who, group: 'Faction' }))
  ]
  return {
    nameOf: (id) => all.find((one) => one.id === id)?.label ?? id,
    find: (query, without) => {
      const words = fold(query).split(/\s+/).filter(Boolean)
      const name = query.trim()
      const found = all.filter((one) => !without(one.id) && words.every((word) => fold(`${one.label} ${one.id}`).includes(word)))
      if (name === '' || all.some((one) => fold(one.label) === fold(name))) return found
      return [...found, { id: NEW + name, label: `New character “${name}”` }, { id: NEW_FACTION + name, label: `New faction “${name}”` }]
    },
    choose: async (option) => {
      if (!option.startsWith(NEW_FACTION)) return chosenName('character', option)
      const name = option.slice(NEW_FACTION.length)
      const faction = freeName(slug(name), (one) => own(factions, one) !== undefined || own(actors, one) !== undefined)
      return (await editWorld(putEntry('faction', undefined, faction, { name }))) && faction
    }
  }
}

interface WhoFieldProps {
  label: string
  hint: string
  /** Who is chosen now; empty if nobody is. */
  id: string
  /** Whether nobody can be chosen, which is the empty id. */
  isOptional: boolean
  /** Who can't be chosen. */
  without?: string
  onChoose: (id: string) => unknown
}

/** A field for a character or a faction: one that exists, or a new one. */
export function WhoField({ label, hint, id, isOptional, without, onChoose }: WhoFieldProps): ReactElement {
  const who = useWho()
  const find = (query: string): readonly Choosable[] => [
    ...(isOptional && id !== '' && query.trim() === '' ? [{ id: '', label: fieldTexts.unset }] : []),
    ...who.find(query, (one) => one === without)
  ]
  return (
    <ChooserField
      label={label}
      hint={hint}
      words={id === '' ? fieldTexts.unset : who.nameOf(id)}
      title={label}
      none={t.nobody}
      find={find}
      onChoose={(option) => void who.choose(option).then((chosen) => chosen !== undefined && onChoose(chosen))}
    />
  )
}

interface AddWhoProps {
  label: string
  /** What is asked for, one after the other. A character chosen before isn't offered again. */
  titles: readonly string[]
  without?: (id: string) => boolean
  onChoose: (...ids: string[]) => unknown
}

/** A button that asks for one or more characters or factions. */
export function AddWho({ label, titles, without = () => false, onChoose }: AddWhoProps): ReactElement | null {
  const who = useWho()
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const [chosen, setChosen] = useState<readonly string[]>()
  if (closed) return null
  const choose = async (option: string, before: readonly string[]): Promise<void> => {
    const id = await who.choose(option)
    if (id === undefined) return
    const next = [...before, id]
    if (next.length < titles.length) setChosen(next)
    else await onChoose(...next)
  }
  return (
    <>
      <Button icon={<Plus size={13} />} label={label} small className="adds" aria-haspopup="dialog" onClick={() => setChosen([])} />
      {chosen && (
        <Chooser
          key={chosen.length}
          title={titles[chosen.length] ?? label}
          placeholder={fieldTexts.placeholder}
          none={t.nobody}
          find={(query) => who.find(query, (id) => chosen.includes(id) || without(id))}
          onChoose={({ id }) => void choose(id, chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}
