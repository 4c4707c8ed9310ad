// The shell around GraphiQL: asks for the token, keeps it in this tab, shows which snapshot answered.
// The token may come in the address after `#token=`: that part is never sent to a server.

const KEY = "kg.token";
const state = document.getElementById("state");
const forget = document.getElementById("forget");
const dialog = document.getElementById("ask");

const EXAMPLE = `# Ask in any language, or by name.
query Search($text: String!) {
  search(text: $text, first: 5) {
    ... on Hits {
      hits {
        rank
        artifact { kind qualifiedName location }
        excerpt
      }
      degraded
    }
    ... on QuestionProblem { message }
  }
}

# What is in the graph, and how fresh it is.
query Overview {
  snapshot { seq freshness { repository commit committedAt } }
  repositories { nodes { name url commit } }
  artifacts(kind: METHOD, first: 10) {
    nodes {
      qualifiedName
      location
      ... on Method { signature callers(first: 5) { nodes { name } } }
    }
  }
}
`;

function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, "", location.pathname);
  }
}

async function send(body, headers, token) {
  return fetch("/graphql", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function isGood(token) {
  return (await send({ query: "{ __typename }" }, {}, token)).status !== 401;
}

function ask() {
  const problem = document.getElementById("ask-problem");
  const field = document.getElementById("token");
  return new Promise((resolve) => {
    document.getElementById("ask-form").onsubmit = async (event) => {
      event.preventDefault();
      const token = field.value.trim();
      if (!/^[\x21-\x7e]+$/.test(token) || !(await isGood(token))) {
        problem.textContent = "That token is not accepted here.";
        field.select();
        return;
      }
      field.value = "";
      problem.textContent = "";
      sessionStorage.setItem(KEY, token);
      dialog.close();
      resolve(token);
    };
    dialog.oncancel = (event) => event.preventDefault();
    dialog.showModal();
  });
}

async function token() {
  const kept = sessionStorage.getItem(KEY);
  return kept || ask();
}

async function fetcher(body, options) {
  let response = await send(body, options?.headers, await token());
  if (response.status === 401) {
    sessionStorage.removeItem(KEY);
    response = await send(body, options?.headers, await ask());
  }
  const answer = await response.json();
  const snapshot = answer.extensions?.snapshot;
  if (snapshot !== undefined) state.textContent = `snapshot ${snapshot}`;
  forget.hidden = false;
  return answer;
}

forget.onclick = () => {
  sessionStorage.removeItem(KEY);
  location.reload();
};

fromAddress();
await token();
const element = window.React.createElement(window.GraphiQL, {
  fetcher,
  defaultQuery: EXAMPLE,
  variables: JSON.stringify({ text: "how is a refund priced?" }, null, 2),
  shouldPersistHeaders: false,
});
window.ReactDOM.render(element, document.getElementById("graphiql"));
