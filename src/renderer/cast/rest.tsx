import { flushSync } from 'react-dom'
import type { FeatureRest } from '../registry'
import { ifEditable } from '../editing'
import { useFormRequest } from '../files/form-request'
import { arrange, useSession } from '../session'
import { onRequest } from '../slice'
import type { Command } from '../ui/commands'
import { Cast } from './Cast'
import { CharacterPanel } from './CharacterForm'
import { currentId, useCast } from './state'
import { castTexts as t } from './texts'
import type { ReactElement } from 'react'
import { IdDialog } from '../fields/IdDialog'

/** Asks for another id of the current character. */
const CharacterIdDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <IdDialog kind="character" now={currentId() ?? ''} onChanged={(id) => useCast.set({ selected: [id] })} onClose={onClose} />
)

const { group } = t

/** Opens the cast and asks for the name of a new character. */
const ask = (kind: 'player' | 'npc') => () =>
  ifEditable(async () => {
    flushSync(() => arrange({ view: 'cast' }))
    useCast.set({ naming: { kind } })
  })
const isOpen = (): boolean => useSession.getState().present !== undefined

const commands: readonly Command[] = [
  { id: 'cast.person', group, label: 'Create a person', when: isOpen, run: ask('npc') },
  { id: 'cast.player', group, label: 'Create a player', when: isOpen, run: ask('player') },
  {
    id: 'cast.id',
    group,
    label: 'Change the ID of the selected character…',
    when: () => currentId() !== undefined,
    run: () => useSession.setState({ dialog: 'character-id' })
  }
]

/** Shows the character whose form any part of the window requests. */
const showRequests = onRequest(
  () => useFormRequest.get().form,
  ({ what, id }) => {
    if (what !== 'character') return
    useCast.set({ selected: [id], query: '' })
    arrange({ view: 'cast', side: 'character' })
  }
)

/** The grid of the cast, its form and its commands. */
export const rest: FeatureRest = {
  bodies: { cast: Cast },
  panels: [{ id: 'character', label: 'Character', body: CharacterPanel, order: 0, only: 'cast' }],
  dialogs: [{ id: 'character-id', body: CharacterIdDialog }],
  commands,
  listeners: [showRequests]
}
