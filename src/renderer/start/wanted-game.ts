import { useSession } from '../session'
import { slice } from '../slice'

/** The game that a form for a new campaign begins with. */
const USUAL = 'cairn-hack'
export const useWantedGame = slice('wanted-game', { game: USUAL })

/** Opens the dialog that creates a campaign, with a game chosen. */
export function askCampaign(game = USUAL): void {
  useWantedGame.set({ game })
  useSession.setState({ dialog: 'new' })
}
