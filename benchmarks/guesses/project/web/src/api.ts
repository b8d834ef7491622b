const BASE_URL = "http://localhost:8080";

export class ApiError extends Error {
  constructor(public status: number, message: string) {
    super(message);
  }
}

export async function fetchJson(path: string): Promise<any> {
  console.log("GET " + path);
  const response = await fetch(BASE_URL + path);
  if (!response.ok) {
    console.log("request failed");
    throw new ApiError(response.status, response.statusText);
  }
  return response.json();
}

export const postJson = async (path: string, body: unknown) => {
  var payload = JSON.stringify(body);
  const response = await fetch(BASE_URL + path, { method: "POST", body: payload });
  return response.json();
};

export function buildQuery(params: Record<string, string>): string {
  return Object.keys(params)
    .map((key) => key + "=" + encodeURIComponent(params[key]))
    .join("&");
}
