import { useSession } from '../session'
import { slice } from '../slice'

const USUAL = 'cairn-hack'
export const useWantedGame = slice('wanted-game', { game: USUAL })

/** Opens the dialog that creates a campaign, with a preselected game. */
export function askCampaign(game = USUAL): void {
  useWantedGame.set({ game })
  useSession.setState({ dialog: 'new' })
}
