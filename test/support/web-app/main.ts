import { Jellyfin } from '@jellyfin/sdk'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'

/** Does what web clients do when they are opened: takes the first server that they have kept, and asks it who is signed in. */
type Server = { Id: string; ManualAddress: string; AccessToken: string; UserId: string }

const { Servers } = JSON.parse(
  localStorage.getItem('jellyfin_credentials') ?? '{"Servers":[]}',
) as {
  Servers: Server[]
}
const state = document.querySelector('#state')!
const [server] = Servers

async function stateOf({ ManualAddress, AccessToken, UserId }: Server): Promise<string> {
  const app = new Jellyfin({
    clientInfo: { name: 'Stand-in', version: '1' },
    deviceInfo: { name: 'Browser', id: localStorage.getItem('_deviceId2') ?? 'none' },
  })
  const api = app.createApi(ManualAddress, AccessToken)
  const { data } = await getUserApi(api).getCurrentUser()
  return data.Id === UserId ? `Signed in as ${data.Name}` : 'Signed in as somebody else'
}

state.textContent = server ? await stateOf(server).catch(String) : 'Not signed in'
