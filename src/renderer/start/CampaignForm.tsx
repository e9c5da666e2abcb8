import { useState, type ReactElement, type ReactNode } from 'react'
import type { BundledGame } from '../../shared/story/campaign'
import { STARTER_GAME } from '../../shared/contract/wizards'
import { useSession } from '../session'
import { Form, FormFoot, SelectField, TextField } from '../ui/Field'
import { useWantedGame } from './wanted-game'

/** The form values of every new campaign. `chosen` is the game, once the host has listed its games. */
interface Beginning {
  title: string
  game: string
  gameName: string
  seed: string
  bundled: BundledGame | undefined
  readonly setTitle: (title: string) => void
  readonly setGame: (game: string) => void
  readonly setGameName: (name: string) => void
  readonly setSeed: (seed: string) => void
}

/** The state of a form for a new campaign; `first` is the initial title. */
export function useBeginning(first: string): Beginning {
  const games = useSession((s) => s.host?.games)
  const [title, setTitle] = useState(first)
  const [game, setGame] = useState(useWantedGame((s) => s.game))
  const [gameName, setGameName] = useState('')
  const [seed, setSeed] = useState('1')
  return { title, game, gameName, seed, bundled: games?.find(({ id }) => id === game), setTitle, setGame, setGameName, setSeed }
}

interface CampaignFormProps {
  beginning: Beginning
  naming?: { placeholder?: string; required?: boolean; spellCheck?: boolean }
  /** Fields between title and game. */
  place?: ReactNode
  /** Fields between game and seed. */
  children: ReactNode
  canMake: boolean
  onMake: (input: { title: string; game: string; seed: string; gameName?: string }) => void
  onClose: () => void
}

/** Title, game and seed of a new campaign, with the extra fields of each dialog. Title and seed are trimmed. */
export function CampaignForm({ beginning, naming = {}, place, children, canMake, onMake, onClose }: CampaignFormProps): ReactElement {
  const games = useSession((s) => s.host?.games)
  const busy = useSession((s) => s.busy > 0)
  const { title, game, gameName, seed, bundled, setTitle, setGame, setGameName, setSeed } = beginning
  const isOwn = game === STARTER_GAME
  const named = isOwn && gameName.trim() !== '' ? { gameName: gameName.trim() } : {}
  return (
    <Form onSubmit={() => onMake({ title: title.trim(), game, seed: seed.trim() || '1', ...named })}>
      <TextField label="Title" value={title} maxLength={120} {...naming} onChange={setTitle} />
      {place}
      <SelectField
        label="Game"
        hint={bundled?.about}
        value={game}
        options={(games ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setGame}
      />
      {isOwn && <TextField label="Name of your game" value={gameName} maxLength={80} spellCheck onChange={setGameName} />}
      {children}
      <TextField
        label="Random seed"
        hint="The same seed gives the same dice."
        mono
        className="seed"
        value={seed}
        maxLength={200}
        onChange={setSeed}
      />
      <FormFoot onCancel={onClose} submit={busy ? 'Creating…' : 'Create campaign'} disabled={busy || !canMake} />
    </Form>
  )
}
