import type { Account } from "../world/accounts.ts";
import type { HubApp } from "../world/apps.ts";
import type { World } from "../world/world.ts";

/** An account as REST and webhooks show it. */
export function accountView({ url }: World, account: Account) {
  const { id, login, type } = account;
  const api = `${url}/api/v3/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `${url}/avatars/${id}`,
    gravatar_id: "",
    url: api,
    html_url: `${url}/${encodeURIComponent(login)}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type,
    site_admin: false,
  };
}

/** The account that a token belongs to, or one that was looked up. */
export function fullAccountView(world: World, account: Account) {
  return {
    ...accountView(world, account),
    name: null,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
}

export function appView(world: World, app: HubApp) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: `A_${app.id}`,
    client_id: app.clientId,
    owner: accountView(world, app.owner),
    name: app.name,
    description: null,
    external_url: world.url,
    html_url: `${world.url}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: [...app.events],
  };
}
