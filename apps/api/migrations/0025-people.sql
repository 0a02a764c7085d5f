-- A used or expired link is replaced once on request, so that a leaked old link causes at most one email.
alter table app.invitation add column renewed_at timestamptz;
grant update (renewed_at) on app.invitation to inlay_app;
