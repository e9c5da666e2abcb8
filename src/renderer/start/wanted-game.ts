import { useSession } from '../session'
import { slice } from '../slice'

const USUAL = 'cairn-hack'
export const useWantedGame = slice('wanted-game', { game: USUAL, template: 'sample' })

/** Opens the dialog that creates a campaign, with a preselected game and content. */
export function askCampaign(game = USUAL, template: 'sample' | 'blank' = 'sample'): void {
  useWantedGame.set({ game, template })
  useSession.setState({ dialog: 'new' })
}
